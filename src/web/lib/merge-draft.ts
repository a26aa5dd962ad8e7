/** Texts by the name of the part they belong to. */
export type Texts = Readonly<Record<string, string>>;

type Sides = {
  /** What stood there when the typing began. */
  base: Texts;
  /** What stands there now. */
  theirs: Texts;
  mine: Texts;
};

export type MergedDraft = { texts: Texts; conflicts: string[] };

/**
 * What somebody is typing, over a text that changed meanwhile. A part that only one side touched is theirs or mine; one
 * that both changed stays as it was typed, and is named as a conflict.
 */
export const mergeDraft = ({ base, theirs, mine }: Sides): MergedDraft => {
  const parts = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const isMine = (part: string) => mine[part] !== base[part];
  const isTheirs = (part: string) => theirs[part] !== base[part];
  const kept = parts.filter((part) => part in theirs || isMine(part));
  return {
    texts: Object.fromEntries(kept.map((part) => [part, (isMine(part) ? mine[part] : theirs[part]) ?? ""])),
    conflicts: kept.filter((part) => isMine(part) && isTheirs(part) && mine[part] !== theirs[part]),
  };
};

/** The parts that differ from what stood there, with their new text. */
export const changedTexts = (base: Texts, mine: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(mine).filter(([part, text]) => text !== base[part]));
