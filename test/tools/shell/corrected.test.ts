// Commands that the library answers otherwise than those they are named after: what each gives here is what GNU's and
// jq's own programs give.
import { writeFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bash } from '../../../tools/bash.ts'
import { temporaryFolder } from '../../support/model.ts'

const folder = temporaryFolder()
const rows = folder.path('rows.txt')
writeFileSync(rows, 'b two\na one\nb two\nb two\nc three\nc three\n')
const length = folder.path('length')
writeFileSync(length, 'one line\n')
afterAll(() => folder.remove())

async function printed(command: string) {
  const { details, content } = await bash.execute(
    { command: `cd /files; ${command}` },
    { roots: [rows, length], signal: AbortSignal.timeout(60_000) },
  )
  const { stdout, exitCode } = details as { stdout: string; exitCode: number }
  return exitCode === 0 ? stdout.trimEnd().split('\n') : content
}

test.each<[string, ...string[]]>([
  [`sort rows.txt | uniq -c | sort -k1,1nr | awk '{print $1 $2}'`, '3b', '2c', '1a'],
  [`sort rows.txt | uniq -c | sort -k2,2r | awk '{print $1 $2}'`, '2c', '3b', '1a'],
  [`printf 'x,10\\ny,9\\n' | sort -t, -k2,2n`, 'y,9', 'x,10'],
  [`grep -e one -e three rows.txt | sort -u`, 'a one', 'c three'],
  [`grep -c -E -e '^a' -e 'o$' rows.txt`, '4'],
  [`grep -cF -e one -e 'two' rows.txt`, '4'],
  [`awk 'BEGIN{print int(-3.7), int(3.7), int("4x")}'`, '-3 3 4'],
  [`printf 'a\\nb\\nc\\n' | awk '{r=r ("x") $0} END{print r}'`, 'xaxbxc'],
  [`printf 'b\\nc\\n' | awk '{r = r (r ? ", " : "") $0} END {print r}'`, 'b, c'],
  [
    `cd $(mktemp -d); echo hä > ö.txt; ls | while read -r f; do echo "für $f:"; cat "$f"; done`,
    'für ö.txt:',
    'hä',
  ],
  [`awk 'function twice(x) { return 2*x } BEGIN { print twice (4) }'`, '8'],
  [`awk 'length > 5' rows.txt | sort -u`, 'c three'],
  [`awk 'length($2) > 3 {print length, "int length"}' rows.txt | uniq`, '7 int length'],
  [`awk -F. '{print $2}' <<< a.b.c; awk -F'|' '{print $2}' <<< 'a|b'`, 'b', 'b'],
  [`awk 'BEGIN{FS="."} {print $2}' <<< a.b.c; awk -v FS='|' '{print $2}' <<< 'a|b'`, 'b', 'b'],
  [`jq -c 'group_by(.n)' <<< '[{"n":2},{"n":1}]'`, '[[{"n":1}],[{"n":2}]]'],
  [`jq -c 'unique, (map({v:.})|unique_by(.v)|map(.v))' <<< '[2,1,2]'`, '[1,2]', '[1,2]'],
  [
    `jq -c '{unique: .[0], "x": "unique"}, (to_entries|length)' <<< '[7]'`,
    '{"unique":7,"x":"unique"}',
    '1',
  ],
  [`jq -c 'to_entries' <<< '{"a":1}'`, '[{"key":"a","value":1}]'],
  [`echo 'a length int' | awk '/length/ && $0 ~ /int/ {print "length", $3}'`, 'length int'],
  [`awk 'END{print NR, FILENAME}' length`, '1 length'],
  [`awk -F '|' -v x=2 '{print $x}' <<< 'a|b'`, 'b'],
  [`grep -A 1 -e one -e three rows.txt | head -2`, 'a one', 'b two'],
  [`grep -ne one -e three rows.txt | head -1`, '2:a one'],
  [`jq -rn --arg unique 7 '"all unique: " + $unique'`, 'all unique: 7'],
  [`seq 2 | sed '1i\\first'`, 'first', '1', '2'],
  [`printf 'a b\\nc\\n' | xargs -I{} echo '<{}>'`, '<a b>', '<c>'],
  [`seq 3 | xargs -n2 echo`, '1 2', '3'],
  [`echo 7 | xargs echo -n5`, '-n5 7'],
])('%s', async (command, ...lines) => {
  expect(await printed(command)).toEqual(lines)
})

test.each([
  [`echo ab | sed 's/a/\\U&/'`, 'here no \\U, \\L, \\u or \\l changes letters; use python3'],
  [`awk 'BEGIN{RS=""} {print}' rows.txt`, 'here RS is one character; use python3'],
])('%s is refused', async (command, why) => {
  expect(await printed(command)).toContain(why)
})
