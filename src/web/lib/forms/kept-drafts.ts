import { readStored, removeStored, writeStored } from "../browser/browser-storage.ts";

type Texts = Readonly<Record<string, string>>;

/** What the browser keeps of a draft: the changed texts, the stored ones that they are based on, and when it was last open. */
export type KeptDraft<Version> = { base: Texts; version: Version; changes: Texts; keptAt: number };

const PREFIX = "draft:";
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

/** Per company too: a user who is moved to another one may not take texts along. */
export const draftKey = (user: { id: string; companyId: string | null }, name: string) =>
  `${PREFIX}${user.companyId}:${user.id}:${name}`;

/** The drafts that earlier pages left behind, the newest first. */
export const readDrafts = <Version>(key: string): KeptDraft<Version>[] => {
  try {
    const kept: KeptDraft<Version>[] = JSON.parse(readStored(key) ?? "[]");
    return kept.filter(({ base, changes, keptAt }) => base && changes && Date.now() - keptAt < KEPT_MS);
  } catch {
    return [];
  }
};

/** Without room for the newest draft only the earlier ones are stored: its older version, which is in the browser still, would be wrong. */
export const storeDrafts = <Version>(key: string, drafts: readonly KeptDraft<Version>[]): void => {
  const value = JSON.stringify(drafts);
  if (drafts.length === 0) removeStored(key);
  else writeStored(key, value);
  if (drafts.length > 0 && readStored(key) !== value) storeDrafts(key, drafts.slice(1));
};

const storedKeys = (): string[] => {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
};

export const dropExpiredDrafts = (): void => {
  for (const key of storedKeys()) {
    if (key.startsWith(PREFIX) && readDrafts(key).length === 0) removeStored(key);
  }
};
