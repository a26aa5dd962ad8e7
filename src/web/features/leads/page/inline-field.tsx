import { Pencil } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage } from "#lib/api/api.ts";
import { cn } from "#ui/cn.ts";
import { SpinnerIcon } from "#ui/feedback/loading.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { Input } from "#ui/field/input.tsx";

type InlineFieldProps = {
  label: string;
  value: string | null;
  /** How the value is shown, such as a link; by default its text. */
  children?: ReactNode;
  suggestions?: readonly string[];
  /** Rejects when the server refuses the value: the field then stays open with the reason. */
  onSave: (value: string) => Promise<unknown>;
};

type InlineEditOptions = Pick<InlineFieldProps, "label" | "value" | "onSave">;

/** What is typed, null while the field is closed, and how it is saved. */
function useInlineEdit({ label, value, onSave }: InlineEditOptions) {
  const [typed, setTyped] = useState<string | null>(null);
  /** The value that was shown when the field was opened: a colleague may have changed it since. */
  const [opened, setOpened] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const open = () => {
    setOpened(value ?? "");
    setTyped(value ?? "");
  };
  const close = (returnFocus: boolean) => {
    // Renders the button at once, so that it can take the focus.
    flushSync(() => {
      setTyped(null);
      setProblem(null);
    });
    if (returnFocus) button.current?.focus();
  };
  const save = async (returnFocus: boolean) => {
    if (typed === null || isSaving) return;
    if (typed === opened || [opened, value ?? ""].includes(typed.trim())) return close(returnFocus);
    setIsSaving(true);
    try {
      await onSave(typed.trim());
      close(returnFocus);
    } catch (error) {
      const reason = errorMessage(error, "Kon dit niet opslaan. Probeer het opnieuw.");
      if (input.current) setProblem(reason);
      // The user has closed the field or left the page.
      else showToast({ title: `${label} niet opgeslagen`, description: reason, tone: "destructive" });
    } finally {
      setIsSaving(false);
    }
  };
  return { typed, setTyped, problem, isSaving, button, input, open, close, save };
}

type InlineFormProps = {
  id: string;
  typed: string;
  edit: ReturnType<typeof useInlineEdit>;
  suggestions: readonly string[] | undefined;
};

function InlineForm({ id, typed, edit, suggestions }: InlineFormProps) {
  const { input, setTyped, problem, isSaving, close, save } = edit;
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === "Escape") close(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(true);
  };
  return (
    <form onSubmit={submit} noValidate className="relative">
      <Input
        ref={input}
        id={id}
        // The user has just clicked the button in its place.
        autoFocus
        value={typed}
        readOnly={isSaving}
        list={suggestions && `${id}-suggestions`}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={cancelOnEscape}
        onBlur={() => void save(false)}
        className="h-7 px-2 max-sm:h-7"
      />
      {isSaving && <SpinnerIcon className="absolute top-1.5 right-2" />}
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {problem && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-danger text-xs">
          {problem}
        </p>
      )}
    </form>
  );
}

/** A detail that is edited in place: Enter or leaving the field saves, Escape cancels. */
export function InlineField({ label, value, children, suggestions, onSave }: InlineFieldProps) {
  const edit = useInlineEdit({ label, value, onSave });
  const { typed, button, open } = edit;
  const id = useId();
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-x-2 text-[0.8125rem] max-sm:py-1">
      <dt className="pt-1.5 text-muted-foreground text-xs">
        <label htmlFor={typed === null ? undefined : id}>{label}</label>
      </dt>
      <dd className="min-w-0">
        {typed === null ? (
          <div className="group/inline flex min-h-7 items-start gap-1">
            <span className="min-w-0 break-words py-1">{children ?? value ?? "–"}</span>
            <button
              ref={button}
              type="button"
              aria-label={`${label} wijzigen`}
              onClick={open}
              className={cn(
                "mt-0.5 grid size-6 shrink-0 cursor-pointer place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground [&_svg]:size-3.5",
                "opacity-0 focus-visible:opacity-100 group-hover/inline:opacity-100 pointer-coarse:opacity-100",
                // On a phone large enough for a finger, at the right edge, in the padding above and below.
                "max-sm:-my-1 max-sm:ml-auto max-sm:size-9",
              )}
            >
              <Pencil aria-hidden />
            </button>
          </div>
        ) : (
          <InlineForm id={id} typed={typed} edit={edit} suggestions={suggestions} />
        )}
      </dd>
    </div>
  );
}
