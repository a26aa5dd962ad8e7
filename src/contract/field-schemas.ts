import { z } from "zod";

/** A single line as people type it: trimmed, and never longer than a column should hold. */
export const line = (max: number) => z.string().trim().max(max, `Maximaal ${max} tekens.`);

/** A line that must be there: absent, blank and of another kind are told the same. */
export const requiredLine = (max: number, missing: string) =>
  z.string(missing).trim().min(1, missing).max(max, `Maximaal ${max} tekens.`);

/** Written in one way only, because what is sealed for an id opens under that very text. */
export const recordId = z.uuid().toLowerCase();

/** What is no id is the id of nothing: whoever asks for it is told what they would be told of one that is gone. */
export const anyId = z.uuid().toLowerCase().catch("00000000-0000-0000-0000-000000000000");

export const emailAddress = line(254).pipe(z.email("Vul een geldig e-mailadres in."));

/** What may become a link. `javascript:` in any disguise is refused here. */
export const webAddress = line(2000).pipe(
  z.url({ protocol: /^https?$/, error: "Vul een adres in dat begint met http:// of https://." }),
);

// Aborts, so that a text that is not blank is told what is wrong with it rather than that it is neither of the two.
const blank = z.string().refine((text) => text.trim() === "", { abort: true });

/** Left empty is none: forms send an empty text, the database keeps null. */
export const optional = <Schema extends z.ZodType<string>>(schema: Schema) =>
  z.union([blank.transform(() => null), schema]).nullable();
