import { badFormula } from "../airtable-error.ts";

export type Token =
  | { kind: "number"; value: number }
  | { kind: "text"; value: string }
  | { kind: "field"; name: string }
  | { kind: "word"; name: string }
  | { kind: "sign"; sign: string };

const RULES: [RegExp, (match: RegExpExecArray) => Token | null][] = [
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

export function readTokens(formula: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < formula.length) {
    const step = nextToken(formula, at);
    if (step.token) tokens.push(step.token);
    at = step.end;
  }
  return tokens;
}

function nextToken(formula: string, at: number): { token: Token | null; end: number } {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(formula);
    if (match) return { token: make(match), end: pattern.lastIndex };
  }
  throw badFormula();
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t" };

const unescapeText = (text: string) =>
  text.replace(/\\(.)/gs, (_whole, character: string) => ESCAPES[character] ?? character);
