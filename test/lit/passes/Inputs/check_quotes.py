"""check_quotes.py DOCUMENT SECTION OUTPUT: every quoted (indented) line of a section of the document must
be part of a line of the output, white space aside. "..." ends a line that is cut; commands are not compared."""
import sys

document, section, output = sys.argv[1:]


def plain(line):
    return " ".join(line.split())


lines = open(document).read().split(f"## {section}\n")[1].split("\n## ")[0].splitlines()
quotes = [plain(line.split(" ...")[0]) for line in lines if line.startswith("    ")]
quotes = [quote for quote in quotes if not quote.startswith("autotune-opt ")]
printed = [plain(line) for line in open(output)]
missing = [quote for quote in quotes if not any(quote in line for line in printed)]
for quote in missing:
    print("not printed:", quote)
print(len(quotes), "quotes,", len(missing), "missing")
sys.exit(1 if missing or len(quotes) < 10 else 0)
