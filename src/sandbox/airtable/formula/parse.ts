import { badFormula } from "../airtable-error.ts";
import { FUNCTIONS } from "./functions.ts";
import { type Expression, FAILED, type FormulaContext, OPERATORS, toNumber, type Value } from "./value.ts";

type FormulaToken =
  | { kind: "number"; value: number }
  | { kind: "text"; value: string }
  | { kind: "field"; name: string }
  | { kind: "word"; name: string }
  | { kind: "sign"; sign: string };

const RULES: [RegExp, (match: RegExpExecArray) => FormulaToken | null][] = [
  [/\s+/y, () => null],
  [/\d+(\.\d+)?|\.\d+/y, ([text]) => ({ kind: "number", value: Number(text) })],
  [
    /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy,
    (match) => ({ kind: "text", value: unescapeText(match[1] ?? match[2] ?? "") }),
  ],
  [/\{((?:[^}\\]|\\.)+)\}/sy, ([, name = ""]) => ({ kind: "field", name: name.replace(/\\(.)/gs, "$1") })],
  [/!=|<=|>=|[-+*/&=<>(),]/y, ([sign]) => ({ kind: "sign", sign })],
  [/[\p{L}_][\p{L}\p{N}_]*/uy, ([name]) => ({ kind: "word", name })],
];

function readTokens(formula: string): FormulaToken[] {
  const tokens: FormulaToken[] = [];
  let position = 0;
  while (position < formula.length) {
    const step = nextToken(formula, position);
    if (step.token) tokens.push(step.token);
    position = step.end;
  }
  return tokens;
}

function nextToken(formula: string, start: number): { token: FormulaToken | null; end: number } {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = start;
    const match = pattern.exec(formula);
    if (match) return { token: make(match), end: pattern.lastIndex };
  }
  throw badFormula();
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

const unescapeText = (text: string) =>
  text.replace(/\\(.)/gs, (_whole, character: string) => ESCAPES[character] ?? character);

/** Compiles a formula; throws on a syntax error or an unknown field. */
export function parseFormula(formula: string, isField: (name: string) => boolean): Expression {
  const reader = new TokenReader(readTokens(formula), isField);
  const expression = reader.read(0);
  reader.end();
  return expression;
}

const constant = (value: Value): Expression => Object.assign(() => value, { isConstant: true } as const);

const EMPTY_CONTEXT: FormulaContext = {
  field: () => null,
  recordId: () => "",
  createdTime: () => new Date(0),
  lastModifiedTime: () => new Date(0),
  now: () => new Date(0),
};

class TokenReader {
  readonly #tokens: FormulaToken[];
  readonly #isField: (name: string) => boolean;
  #position = 0;

  constructor(tokens: FormulaToken[], isField: (name: string) => boolean) {
    this.#tokens = tokens;
    this.#isField = isField;
  }

  end(): void {
    if (this.#position < this.#tokens.length) throw badFormula();
  }

  /** Parses operators of at least this precedence. */
  read(strength: number): Expression {
    let left = this.#readOperand();
    for (;;) {
      const token = this.#tokens[this.#position];
      const operator = token?.kind === "sign" ? OPERATORS.get(token.sign) : undefined;
      if (!operator || operator.strength < strength) return left;
      this.#position += 1;
      const [first, second] = [left, this.read(operator.strength + 1)];
      left = (context) => {
        const a = first(context);
        const b = second(context);
        return a === FAILED || b === FAILED ? FAILED : operator.run(a, b);
      };
    }
  }

  #readOperand(): Expression {
    const token = this.#next();
    switch (token.kind) {
      case "number":
      case "text":
        return constant(token.value);
      case "field":
        return this.#fieldOf(token.name);
      case "word":
        return this.#skip("(") ? this.#readCall(token.name) : this.#fieldOf(token.name);
      case "sign":
        return this.#readSigned(token.sign);
      default:
        return token satisfies never;
    }
  }

  #readSigned(sign: string): Expression {
    if (sign === "-") {
      const operand = this.#readOperand();
      return (context) => {
        const value = operand(context);
        return value === FAILED ? FAILED : -toNumber(value);
      };
    }
    if (sign !== "(") throw badFormula();
    const inner = this.read(0);
    this.#expect(")");
    return inner;
  }

  #readCall(word: string): Expression {
    const definition = FUNCTIONS[word.toUpperCase()];
    if (!definition) throw badFormula(`Unknown function names: ${word.toUpperCase()}`);
    const values: Expression[] = [];
    if (!this.#skip(")")) {
      do values.push(this.read(0));
      while (this.#skip(","));
      this.#expect(")");
    }
    if (values.length < definition.minArguments || values.length > definition.maxArguments) {
      throw badFormula(`Invalid number of arguments for function ${word.toUpperCase()}`);
    }
    // Constant folding: `DATETIME_PARSE("…")` is evaluated once, not for every record.
    const isConstant = values.length > 0 && values.every((value) => value.isConstant);
    return isConstant ? constant(definition.run(values, EMPTY_CONTEXT)) : (context) => definition.run(values, context);
  }

  #fieldOf(name: string): Expression {
    if (!this.#isField(name)) throw badFormula(`Unknown field names: ${name.toLowerCase()}`);
    return Object.assign((context: FormulaContext) => context.field(name), { fieldName: name });
  }

  #next(): FormulaToken {
    const token = this.#tokens[this.#position];
    if (!token) throw badFormula();
    this.#position += 1;
    return token;
  }

  #skip(sign: string): boolean {
    const token = this.#tokens[this.#position];
    const isNext = token?.kind === "sign" && token.sign === sign;
    if (isNext) this.#position += 1;
    return isNext;
  }

  #expect(sign: string): void {
    if (!this.#skip(sign)) throw badFormula();
  }
}
