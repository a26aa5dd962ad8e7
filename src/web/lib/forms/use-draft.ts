import { useState } from "react";

/** The texts of a form, by the name of the field. */
export type Texts = Readonly<Record<string, string>>;

type Sides = {
  /** The stored texts on which the draft is based. */
  base: Texts;
  /** The stored texts now. */
  theirs: Texts;
  mine: Texts;
};

type MergedDraft = { texts: Texts; conflicts: string[] };

/**
 * Three-way merge of a draft with stored texts that changed meanwhile. A field that one side changed is taken from that side; a
 * field that both changed keeps the draft's text and is a conflict.
 */
export const mergeDraft = ({ base, theirs, mine }: Sides): MergedDraft => {
  const fields = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const changedByMe = (field: string) => mine[field] !== base[field];
  const changedByThem = (field: string) => theirs[field] !== base[field];
  const remaining = fields.filter((field) => field in theirs || changedByMe(field));
  return {
    texts: Object.fromEntries(
      remaining.map((field) => [field, (changedByMe(field) ? mine[field] : theirs[field]) ?? ""]),
    ),
    conflicts: remaining.filter((field) => changedByMe(field) && changedByThem(field) && mine[field] !== theirs[field]),
  };
};

/** The fields that differ from the base, with their new text. */
export const changedTexts = (base: Texts, mine: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(mine).filter(([field, text]) => text !== base[field]));

/**
 * The texts of a form that several people may edit. When the stored texts change meanwhile, unchanged fields follow them, and for
 * changed fields the user chooses. Until then the draft keeps the older version number.
 */
export function useDraft(stored: Texts, storedVersion: number) {
  const [base, setBase] = useState(stored);
  const [version, setVersion] = useState(storedVersion);
  const [mine, setMine] = useState(stored);
  const merged = version === storedVersion ? undefined : mergeDraft({ base, theirs: stored, mine });
  if (merged && merged.conflicts.length === 0) {
    setBase(stored);
    setVersion(storedVersion);
    setMine(merged.texts);
  }

  const texts = merged?.texts ?? mine;
  const setText = (field: string, text: string) => setMine({ ...texts, [field]: text });
  /** The stored text is no longer a conflict: the draft counts as a change to it. */
  const rebase = (field: string) => setBase({ ...base, [field]: stored[field] ?? "" });
  return {
    texts,
    base,
    version,
    changes: changedTexts(base, texts),
    conflicts: merged?.conflicts ?? [],
    setText,
    keepMine: rebase,
    takeTheirs: (field: string) => {
      setText(field, stored[field] ?? "");
      rebase(field);
    },
  };
}
