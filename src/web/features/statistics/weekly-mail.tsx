import { Field } from "#ui/field/field.tsx";
import { Switch } from "#ui/field/switch.tsx";
import { useSetWeeklyMail, useWeeklyMail } from "./statistics.api.ts";

/** The user's own choice to get the results of the past week by mail. */
export function WeeklyMail() {
  const stored = useWeeklyMail().data;
  const save = useSetWeeklyMail();
  if (!stored) return null;
  return (
    <div className="print:hidden">
      <Field label="Weekmail: elke maandag de resultaten van de week ervoor per e-mail" inline>
        <Switch checked={save.isPending ? save.variables : stored.isOn} onCheckedChange={(isOn) => save.mutate(isOn)} />
      </Field>
    </div>
  );
}
