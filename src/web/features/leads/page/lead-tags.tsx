import { Plus, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { Lead } from "#contract/leads.ts";
import { keepFocus } from "#lib/lists/keep-focus.ts";
import { PartProblem } from "#lib/lists/part-problem.tsx";
import { Button } from "#ui/button/button.tsx";
import { Badge } from "#ui/content/badge.tsx";
import { Input } from "#ui/field/input.tsx";
import { useLeadFilterOptions } from "../leads.api.ts";
import { useSetTags, useTags } from "./lead-details.api.ts";

/** The tags of a lead, with a field that suggests the tags of other leads. */
export function LeadTags({ lead: { id } }: { lead: Lead }) {
  const query = useTags(id);
  const tags = query.data;
  const setTags = useSetTags(id);
  const known = useLeadFilterOptions().data?.tags ?? [];
  const [typed, setTyped] = useState("");
  const suggestions = useId();
  if (!tags)
    return (
      <section aria-label="Labels" className="empty:hidden">
        <PartProblem query={query} text="De labels konden niet worden geladen." focusAfter="input" />
      </section>
    );
  const add = (event: FormEvent) => {
    event.preventDefault();
    const tag = typed.trim();
    if (tag === "" || setTags.isPending) return;
    const clear = () => setTyped((current) => (current === typed ? "" : current));
    setTags.mutate({ tags: [...tags, tag], before: tags }, { onSuccess: clear });
  };
  return (
    <section ref={keepFocus} tabIndex={-1} aria-label="Labels" className="flex flex-col gap-2">
      <h2 className="font-medium text-[0.8125rem]">Labels</h2>
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag}>
              <Badge tone="info" className="pr-0.5">
                {tag}
                <button
                  type="button"
                  aria-label={`Label ${tag} verwijderen`}
                  disabled={setTags.isPending}
                  onClick={() => setTags.mutate({ tags: tags.filter((other) => other !== tag), before: tags })}
                  className="grid size-5 cursor-pointer place-items-center rounded-sm hover:bg-foreground/10 disabled:cursor-default disabled:opacity-60"
                >
                  <X aria-hidden />
                </button>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add} className="flex items-center gap-2">
        <Input
          value={typed}
          maxLength={40}
          list={suggestions}
          aria-label="Nieuw label"
          placeholder="Label toevoegen..."
          onChange={(event) => setTyped(event.target.value)}
          className="h-8"
        />
        <datalist id={suggestions}>
          {known
            .filter((tag) => !tags.includes(tag))
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
        <Button type="submit" variant="outline" size="icon" aria-label="Label toevoegen" busy={setTags.isPending}>
          <Plus />
        </Button>
      </form>
    </section>
  );
}
