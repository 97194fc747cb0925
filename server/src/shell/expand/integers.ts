/** Binary operators of bash arithmetic on 64-bit integers; `null` where an operand is not known or bash stops with an error. */
export function apply(operator: string, a: bigint | null, b: bigint | null): bigint | null {
  if (operator === ',') return b;
  if (a === null || b === null) return null;
  const result = compute(operator, a, b);
  return result === null ? null : BigInt.asIntN(64, result);
}

function compute(operator: string, a: bigint, b: bigint): bigint | null {
  const truth = (value: boolean): bigint => (value ? 1n : 0n);
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0n ? null : a / b;
    case '%':
      return b === 0n ? null : a % b;
    case '**':
      return b < 0n || b > 64n ? null : a ** b;
    case '<<':
      return b < 0n || b > 63n ? null : a << b;
    case '>>':
      return b < 0n || b > 63n ? null : a >> b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '==':
      return truth(a === b);
    case '!=':
      return truth(a !== b);
    case '<':
      return truth(a < b);
    case '>':
      return truth(a > b);
    case '<=':
      return truth(a <= b);
    case '>=':
      return truth(a >= b);
    default:
      return null;
  }
}
