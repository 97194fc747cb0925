import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { argv, bashArgvs, modelOf } from './support.ts';

/** Set-up of a script and the words of its launch; bash says what they become. */
type Row = readonly [setUp: string, words: string];

const groups: Readonly<Record<string, readonly Row[]>> = {
  'quotes and escapes': [
    ['', String.raw`a\ b "c d" 'e f' $'g\th' "a"b'c' "\$x" '\$x' \\ "" ''`],
    [
      '',
      String.raw`"a\b" "a\"b" $'\x41\101\u0042' "a
b" c\
d`,
    ],
    ['X=1', `"$X"'$X'$X "a  $X  b" $"loc $X"`],
    ['', '#a b#c "#d" --flag= --flag="" -- - --'],
    // Behind an operator in double quotes `\}` is `}`, and other backslashes stay as they do in double quotes.
    ['X=1; unset -v Y', '"${X:+\\{x\\}}" "${X:+x\\}y}" "${Y:-\\}}" "${Y:-a\\"b\\n}" "${Y-\\}$X\\}}" ${Y:-\\}}'],
  ],
  'word splitting': [
    ['X="a  b\tc"', '$X "$X" x$X"y" $X$X'],
    ['X=" a "', '[$X] x$X"y"$X'],
    ['IFS=,; X=a,b,,c,', '$X "$X" $X.'],
    ['IFS=", "; X="a , b ,c"', '$X'],
    ['IFS=; X="a b"', '$X'],
    ['X=""', 'a $X b "$X" $X"" c$X'],
    ['unset -v IFS; X="a b"', '$X'],
  ],
  braces: [
    ['', 'a{1,2}b {a,b}{c,d} {1..4} {4..1} {01..03} {a..e..2} {x} {} a{,b} {"a b",c} {a,{b,c}}'],
    ['X=1', '{$X,b}-c "{a,b}" \\{a,b} {a,b'],
  ],
  'parameters with operators': [
    ['X=/a/b/c.tar.gz', '${X%.*} ${X%%.*} ${X#*/} ${X##*/} ${X/a/z} ${X//\\//-} ${X/#\\/a/Q} ${X/%gz/Q} ${X%nope}'],
    ['X=Hello', '${X,,} ${X^^} ${X,} ${X^} ${X^^l} ${#X} ${X:1} ${X:1:2} ${X: -3} ${X:0:-1} ${X@Q} ${X@U} ${X@L}'],
    ['X=a.b; P="?"', '${X/./-} ${X/$P/-} ${X/"$P"/-} ${X//[ab]/x} ${X/.} ${X/[[:alpha:]]/Z}'],
    [
      'unset X; Y=',
      '${X:-d} ${X-d} "${Y:-e}" "${Y-e}" ${X:+p} "${Y+q}" ${X:-"a b"} ${X:-a b} "${X:-a b}" "${X:-\'q\'}"',
    ],
    ['unset X', '${X:=new} $X'],
    ['N=V; V=7; A=(5 6); M=A[1]', '${!N} ${!M}'],
    ['S="a b c"', '${S// /,} ${S/ /_}'],
  ],
  arrays: [
    ['A=(a "b c" d); A+=(e); A[1]=z', '"${A[@]}" "${A[*]}" ${#A[@]} "${A[1]}" "${A[-1]}" "${!A[@]}" x"${A[@]}"y'],
    ['A=("a b" c)', '${A[@]} ${A[*]} "${A[@]:1}" "${A[@]:0:1}" "${A[@]: -1}" "$A" "${A[@]/b/X}" "${A[@]#a}"'],
    ['A=([2]=x y [0]=z)', '"${A[@]}" "${!A[@]}" "${A[2]}" "${A[1]}"'],
    ['declare -A M=([k]=v); M[q r]=w; K="q r"', '"${M[k]}" "${M[$K]}" "${M["q r"]}" ${#M[@]}'],
    ['A=(); B=("")', '"${A[@]}" a"${A[@]}"b "${B[@]}" ${#A[@]} ${#B[@]} "${A[@]:-none}" ${B[@]+set}'],
    ['A=(1 2 3); unset "A[1]"; A+=(4)', '"${A[@]}" "${!A[@]}"'],
    ['A=(a b); A=("${A[@]}" # comment\n c)', '"${A[@]}"'],
    ['f() { local -n R=$1; R+=(x); }; A=(a); f A', '"${A[@]}"'],
  ],
  arithmetic: [
    ['X=5', '$((X+1)) $((X*2-3)) $((X/2)) $((X%2)) $((2**8)) $((X>3)) $((X>3?1:2)) $((-X)) $((!X)) $((1<<4))'],
    ['X=5', '$((X++)) $X $((++X)) $((X+=4)) $((X--)) $X $((0x1f)) $((010)) $((2#101)) $(( (1+2)*3 )) $[X+1]'],
    ['A=(3 4); i=1', '$((A[0]+A[i])) $((${#A[@]}*2)) ${A[i-1]} ${A[$((i))]}'],
    ['E="2+3"; X=4k', '$((E)) $(($E*2)) $((E*2)) $((${X%k}*1024))'],
    ['let N=2*3 "M=N+1"; ((N+=1)); declare -i I=3+4; I+=1', '$N $M $I'],
    ['', '$((1,2)) $((7&3)) $((7^2)) $((~0)) $((5==5&&2<1)) $((9223372036854775807+1))'],
  ],
  'command substitution': [
    [
      '',
      '$(echo a b) "$(echo "a  b")" $(echo -n x)y "$(printf "%s-%03d" a 7)" `echo q` $(basename /x/y.sh .sh) $(dirname /a/b/c)',
    ],
    [
      'X=lr',
      '"$(echo "${X}_$(echo in)")" $(seq 3) $(seq -s, 2 4) $(seq -w 8 10) $(echo AB | tr A-Z a-z) "$(printf "%s\\n" a b)"',
    ],
    ['', '"$(cat <<E\nl1 $((1+1))\nl2\nE\n)"'],
    ['f() { echo "<$1>"; }', '$(f a) "$(f "b c")" `f \\`f d\\``'],
    ['', '$(true) "$(true)" $(echo) x$(echo "")y'],
  ],
  'heredocs, here-strings and what reads them': [
    ["read -r -d '' X <<EOF\n--a 1 \\\n  --b '2'\nEOF", '$X'],
    ["X=$(cat <<'EOF'\n--a $HOME\nEOF\n)", '$X "$X"'],
    ['read -r A B C <<< "1  2 3 4"', '"$A" "$B" "$C"'],
    ['IFS=: read -ra P <<< "a:b::c"', '"${P[@]}" ${#P[@]}'],
    ['read A B <<< "x\\ y z"', '"$A" "$B"'],
    ['mapfile -t L <<EOF\na b\nc\nEOF', '"${L[@]}" ${#L[@]}'],
    ['A=(); while read -r k v; do A+=("--$k" "$v"); done <<EOF\nx 1\ny 2 3\nEOF\nunset k', '"${A[@]}"'],
    ['printf -v X "%s=%d" a 3; mapfile -t M < <(printf "1\\n2\\n")', '$X "${M[@]}"'],
    ['cat <<-EOF > /dev/null\n\tx\n\tEOF\nX=$(cat <<-EOF\n\ta\n\t b\n\tEOF\n)', '"$X"'],
  ],
  'functions and positional parameters': [
    ['set -- a "b c" d', '"$@" $# "$1" "$2" "${@:2}" "${*}" "${@: -1}"; :'],
    ['set -- a b', '"${@: -2}" "${@: -1}"'],
    ['set -- a b c; shift', '"$@" $#'],
    ['f() { local X=in; R=$1$X; }; X=out; f z', '$R $X'],
    ['f() { return 3; }; f || X=failed', '${X:-ran}'],
    ['f() { g() { echo "$1"; }; g "$@"; }', '$(f a b)'],
  ],
  conditions: [
    ['X=a; if [ "$X" = a ]; then Y=1; else Y=2; fi', '$Y'],
    ['X=abc; [[ $X == a* ]] && Y=1; [[ $X =~ ^a(.)c$ ]] && Z=${BASH_REMATCH[1]}', '$Y $Z'],
    ['X=5; if (( X > 3 )); then Y=big; fi; [ $X -lt 6 -a -n "$X" ] && Z=1', '$Y $Z'],
    ['X=b; case $X in a) Y=1;; [bc]) Y=2;; *) Y=3;; esac', '$Y'],
    ['X=; [ -z "$X" ] && Y=e; [[ -n $X ]] || Z=n; test a != b && W=1', '$Y $Z $W'],
    ['! false && X=1; false || Y=2; true && false || Z=3', '$X $Y $Z'],
    ['case ab in (a|b) X=1;; a?) X=2;& zz) X+=3;; esac', '$X'],
  ],
  loops: [
    ['A=; for i in 1 2 3; do A="$A$i"; done 2>/dev/null; unset i', 'x$A'],
    ['A=; for ((i=0;i<4;i++)); do [ $i = 2 ] && continue; A+=$i; done', '$A $i'],
    ['N=0; while [ $N -lt 3 ]; do N=$((N+1)); done; until ((N<=1)); do ((N--)); done', '$N'],
    ['A=; for x in a b c d; do [ $x = c ] && break; A+=$x; done', '$A $x'],
    ['A=; for x in {1..2}; do for y in a b; do [ $y = b ] && continue 2; A+=$x$y; done; done', '$A'],
  ],
};

const launch = (row: Row): string => `${row[0]}\npython3 -m openrlhf.cli.train_sft ${row[1]}`;

for (const [name, rows] of Object.entries(groups)) {
  describe(name, () => {
    let real: string[][] = [];
    before(() => {
      real = bashArgvs(rows.map(launch));
    });
    for (const [i, row] of rows.entries()) {
      test(`${row[0]} | ${row[1]}`.replaceAll('\n', '⏎'), () => {
        const launches = modelOf(launch(row)).launches;
        assert.equal(launches.length, 1);
        const words = launches[0]?.argv.map((item) => (item.kind === 'known' ? item.value : item));
        assert.deepEqual(words, real[i]);
      });
    }
  });
}

describe('what the environment decides is not known', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['$UNSET "$UNSET" x$UNSET "x$UNSET"', '… ? … ?'],
    ['${UNSET:-d} "${UNSET:-d}" "${UNSET-d}"', '… ? ?'],
    ['$1 "$1" "$@" $# "$*"', '… ? … ? ?'],
    ['~/x "~/x" a~ ~user/y', '? ~/x a~ ?'],
    ['*.json data-? [ab]c "*" \\* a[', '… … … * * a['],
    ['$(date +%s) $(date) "$(hostname)" $(nproc)', '? … ? ?'],
    ['$$ $RANDOM ${#UNSET} $?', '? ? ? 0'],
    ['<(cat x)', '?'],
  ];
  for (const [words, expected] of cases)
    test(words, () => {
      assert.equal(argv(`python3 -m openrlhf.cli.train_sft ${words}`), expected);
    });

  test('a flag that is only there with a value is a branch', () => {
    assert.equal(argv('python3 -m openrlhf.cli.train_sft --a ${RUN:+--name "$RUN"} --b'), '--a {c1: --name ? | } --b');
  });
  test('after set -f a pattern is a word', () => {
    assert.equal(argv('set -f\npython3 -m openrlhf.cli.train_sft *.json'), '*.json');
  });
  test('text that nobody knows may set any variable', () => {
    assert.equal(argv('LR=1\neval "$UNSET"\npython3 -m openrlhf.cli.train_sft "$LR"'), '?');
    assert.equal(argv('LR=1\neval "$(conda shell.bash hook)"\npython3 -m openrlhf.cli.train_sft "$LR"'), '1');
  });
});
