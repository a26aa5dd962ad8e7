import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LENGTH = 14;

export type IdKind = "app" | "tbl" | "fld" | "viw" | "rec" | "sel" | "att" | "ach" | "itr" | "usr" | "ntf" | "com";

/** A random integer from 0 up to, but not including, its argument. */
export type RandomInt = (below: number) => number;

let pool = Buffer.alloc(0);
let used = 0;

/** Reads random bytes in blocks: a system call per letter of an id dominated the cost. */
const cryptoRandomInt: RandomInt = (below) => {
  if (used + 2 > pool.length) {
    pool = randomBytes(4_096);
    used = 0;
  }
  used += 2;
  return pool.readUInt16BE(used - 2) % below;
};

export function newId(kind: IdKind, randomInt: RandomInt = cryptoRandomInt): string {
  let id: string = kind;
  for (let index = 0; index < LENGTH; index++) id += ALPHABET[randomInt(ALPHABET.length)];
  return id;
}

export function isId(kind: IdKind, text: unknown): text is string {
  return typeof text === "string" && text.length === LENGTH + 3 && text.startsWith(kind) && /^[0-9A-Za-z]+$/.test(text);
}
