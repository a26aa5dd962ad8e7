import type { Value } from "./value.ts";

/** What a formula finds out about the record it looks at. */
export type Subject = {
  field(name: string): Value;
  recordId(): string;
  createdTime(): Date;
  /** Of the whole record, or of these fields only. */
  lastModifiedTime(fieldNames: string[]): Date;
  now(): Date;
};

/** Part of a formula, made ready to run. It says when it is only a field, and when it is the same for every record. */
export type Expression = { (subject: Subject): Value; fieldName?: string; isConstant?: true };

/** A function of the formula language: how many values it takes and what it makes of them. */
export type Definition = { least: number; most: number; run: (values: Expression[], subject: Subject) => Value };
