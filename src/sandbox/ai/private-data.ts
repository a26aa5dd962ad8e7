import { z } from "zod";

const PRIVATE: readonly { what: string; pattern: RegExp }[] = [
  { what: "an e-mail address", pattern: /[\w.+-]+@[\w-]+\.\w+/ },
  { what: "a telephone number", pattern: /(?:\+|\b00)31[ \d()-]{8,}|\b0[ ()-]?\d(?:[ ()-]{0,2}\d){8}\b/ },
  { what: "an API key", pattern: /\bsk-\w+|\bpat[A-Z0-9]\w{8,}/ },
];

export const forbiddenTexts = z.strictObject({ texts: z.array(z.string().min(3)) });

/**
 * Looks at every request for what must never reach a language model. Unlike the log it cannot be cleared: a test that clears
 * the log, or does not look at it, cannot hide anything.
 */
export function createPrivacyCheck() {
  const forbidden: string[] = [];
  const found = new Map<string, { what: string; text: string }>();
  const report = (what: string, text: string) => void found.set(`${what}: ${text}`, { what, text });
  return {
    /** Texts that only another company has. */
    forbid: (texts: readonly string[]) => void forbidden.push(...texts),
    check: (body: unknown) => {
      const sent = JSON.stringify(body);
      for (const { what, pattern } of PRIVATE) {
        const [text] = pattern.exec(sent) ?? [];
        if (text) report(what, text);
      }
      for (const text of forbidden) if (sent.includes(text)) report("data of another company", text);
    },
    found: () => [...found.values()],
  };
}
