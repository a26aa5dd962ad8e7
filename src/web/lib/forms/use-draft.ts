import { useCallback, useEffect, useState } from "react";
import { useCurrentUser } from "../session/session.ts";
import { draftKey, dropExpiredDrafts, type KeptDraft, readDrafts, storeDrafts } from "./kept-drafts.ts";

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

type DraftVersion = number | string;

/** The drafts that earlier pages left behind: one of the current version, and others to offer. */
const readKept = <Version extends DraftVersion>(key: string, stored: Texts, storedVersion: Version) => {
  const drafts = readDrafts<Version>(key).filter(({ base, changes }) => {
    const { texts } = mergeDraft({ base, theirs: stored, mine: { ...base, ...changes } });
    return Object.keys(changedTexts(stored, texts)).length > 0;
  });
  const current = drafts.find(({ version }) => version === storedVersion);
  return { current, earlier: drafts.filter((draft) => draft !== current) };
};

/** Keeps what is typed, and what is still offered. The result is for after the texts were saved or thrown away: the offers stay. */
function useKeeping<Version extends DraftVersion>(
  key: string,
  typed: string | undefined,
  offers: readonly KeptDraft<Version>[],
) {
  useEffect(() => {
    storeDrafts(key, typed ? [{ ...JSON.parse(typed), keptAt: Date.now() }, ...offers] : offers);
  }, [key, typed, offers]);
  useEffect(dropExpiredDrafts, []);
  return useCallback(() => storeDrafts(key, offers), [key, offers]);
}

/**
 * The texts of a form that several people may edit. When the stored texts change meanwhile, unchanged fields follow them, and for
 * changed fields the user chooses. Until then the draft keeps the older version: its number, or the text where it has none.
 *
 * A draft outlives its page: the browser keeps it per user and `name` until it is saved or thrown away. A kept draft of the current
 * version is there at once; one of an older version is offered, and kept until the user has answered.
 */
export function useDraft<Version extends DraftVersion>(stored: Texts, storedVersion: Version, name: string) {
  const user = useCurrentUser();
  // Not of a later render: when somebody else signs in in another tab, this text is still of the first user.
  const [key] = useState(() => draftKey(user, name));
  const [{ current, earlier }] = useState(() => readKept(key, stored, storedVersion));
  const [isRestored, setRestored] = useState(current !== undefined);
  const [offers, setOffers] = useState(earlier);
  const [base, setBase] = useState(stored);
  const [version, setVersion] = useState(storedVersion);
  const [mine, setMine] = useState({ ...(current?.base ?? stored), ...current?.changes });
  const merged = version === storedVersion ? undefined : mergeDraft({ base, theirs: stored, mine });
  if (merged && merged.conflicts.length === 0) {
    setBase(stored);
    setVersion(storedVersion);
    setMine(merged.texts);
  }

  const texts = merged?.texts ?? mine;
  const changes = changedTexts(base, texts);
  const typed = Object.keys(changes).length === 0 ? undefined : JSON.stringify({ base, version, changes });
  const forget = useKeeping(key, typed, offers);

  const setText = (field: string, text: string) => {
    setMine((latest) => ({ ...latest, [field]: text }));
    setRestored(false);
  };
  /** The stored text is no longer a conflict: the draft counts as a change to it. */
  const rebase = (field: string) => setBase({ ...base, [field]: stored[field] ?? "" });
  const show = (draft: Pick<KeptDraft<Version>, "base" | "version" | "changes">) => {
    setBase(draft.base);
    setVersion(draft.version);
    setMine({ ...draft.base, ...draft.changes });
    setRestored(false);
  };
  return {
    texts,
    base,
    version,
    changes,
    conflicts: merged?.conflicts ?? [],
    setText,
    keepMine: rebase,
    takeTheirs: (field: string) => {
      setText(field, stored[field] ?? "");
      rebase(field);
    },
    forget,
    kept: {
      state: isRestored ? ("restored" as const) : offers[0] && ("offered" as const),
      /** What was typed meanwhile is offered in its turn. */
      restore: () => {
        const [offer, ...others] = offers;
        if (!offer) return;
        setOffers(typed ? [...others, { base, version, changes, keptAt: Date.now() }] : others);
        show(offer);
      },
      discard: () => {
        if (isRestored) show({ base: stored, version: storedVersion, changes: {} });
        else setOffers(offers.slice(1));
      },
    },
  };
}

export type KeptDraftChoice = ReturnType<typeof useDraft>["kept"];
