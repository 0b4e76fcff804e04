"""Run the Python blocks of one page in order, in one namespace.

Usage: blocks.py PAGE LINE:FILE...  (FILE has the text of the block that begins in line LINE of PAGE)
"""

import doctest
import sys
import traceback


def main(page: str, blocks: list[str]) -> int:
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks:
        line, path = block.split(":", 1)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        try:
            if ">>> " in text:
                test = doctest.DocTestParser().get_doctest(text, names, page, page, int(line) - 1)
                flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
                failures = doctest.DocTestRunner(optionflags=flags).run(test, clear_globs=False)
                names.update(test.globs)
                if failures.failed:
                    print(f"@{line}")
                    return 1
            else:
                exec(compile("\n" * (int(line) - 1) + text, page, "exec"), names)
        except BaseException:
            traceback.print_exc(file=sys.stdout)
            print(f"@{line}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
