// What the files that make up the store share.
#ifndef AUTOTUNE_RECORDS_STORE_SQL_H
#define AUTOTUNE_RECORDS_STORE_SQL_H

#include "records/sql.h"
#include "records/store.h"

enum { STORE_VERSION = 2 };

struct Store {
  Sql *sql; // owned
};

#endif
