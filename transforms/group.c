#include "transforms/group.h"

#include "transforms/ir.h"

void group_erase_dead(Group *group) {
  for (int i = group->op_count; i-- > 0;)
    if (!group->on_tensors || !ir_op_is_used(group->ops[i])) {
      mlirOperationDestroy(group->ops[i]);
      group->ops[i] = (MlirOperation){NULL};
    }
}
