import { compare, isEqual, toNumber, toText, type Value } from "./value.ts";

type Operator = { strength: number; run: (left: Value, right: Value) => Value };

const calculate = (strength: number, run: (left: number, right: number) => number): Operator => ({
  strength,
  run: (left, right) => run(toNumber(left), toNumber(right)),
});
const order = (holds: (difference: number) => boolean): Operator => ({
  strength: 1,
  run: (left, right) => holds(compare(left, right)),
});

export const OPERATORS = new Map<string, Operator>([
  ["=", { strength: 1, run: isEqual }],
  ["!=", { strength: 1, run: (left, right) => !isEqual(left, right) }],
  ["<", order((difference) => difference < 0)],
  [">", order((difference) => difference > 0)],
  ["<=", order((difference) => difference <= 0)],
  [">=", order((difference) => difference >= 0)],
  ["&", { strength: 2, run: (left, right) => toText(left) + toText(right) }],
  ["+", calculate(3, (left, right) => left + right)],
  ["-", calculate(3, (left, right) => left - right)],
  ["*", calculate(4, (left, right) => left * right)],
  ["/", calculate(4, (left, right) => left / right)],
]);
