import { errorMessage } from "#lib/api/api.ts";
import { Button } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { Combobox } from "#ui/select/combobox.tsx";
import { useVisibleBases } from "./mapping.api.ts";

type BasePickerProps = {
  isAdmin: boolean;
  companyId?: string | undefined;
  /** The token in the form; without one the stored token is used. */
  token: string | undefined;
  baseId: string | null | undefined;
  onChoose: (baseId: string) => void;
};

/** Chooses a base from those that the token can see, so that nobody has to look up its id. */
export function BasePicker({ isAdmin, companyId, token, baseId, onChoose }: BasePickerProps) {
  const search = useVisibleBases();
  // After the user has entered another token, the bases that were found with the previous one are not offered any more.
  const isOfToken = (search.variables?.airtableApiKey ?? "") === (token ?? "");
  const problem = search.isError
    ? errorMessage(search.error, "De bases konden niet worden opgehaald.")
    : search.data?.problem;
  const bases = (isOfToken && search.data?.bases) || [];
  return (
    <div className="flex flex-col items-start gap-2">
      {bases.length > 0 ? (
        <Field label="Base" className="w-full" hint="De bases waar het toegangstoken bij kan.">
          <Combobox
            options={bases.map(({ id, name }) => ({ value: id, label: name }))}
            value={baseId ?? null}
            onValueChange={(chosen) => chosen && onChoose(chosen)}
            placeholder="Kies een base"
            searchLabel="Zoek een base"
          />
        </Field>
      ) : (
        <Button
          variant="outline"
          size="sm"
          busy={search.isPending}
          busyLabel="Bases ophalen..."
          onClick={() => search.mutate({ isAdmin, companyId, airtableApiKey: token })}
        >
          Kies uit je bases
        </Button>
      )}
      <p role="status" className="text-[0.8125rem] text-danger empty:hidden">
        {!search.isPending && isOfToken && problem}
      </p>
    </div>
  );
}
