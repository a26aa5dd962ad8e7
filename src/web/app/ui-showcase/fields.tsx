import { useState } from "react";
import { Checkbox, Switch } from "#ui/field/checkbox.tsx";
import { DatePicker, DateTimePicker } from "#ui/field/date-picker.tsx";

import { Field } from "#ui/field/field.tsx";
import { Input, Textarea } from "#ui/field/input.tsx";
import { PasswordInput } from "#ui/field/password-input.tsx";
import { Select } from "#ui/select/select.tsx";

import { MANAGERS, type Manager } from "./managers.ts";
import { Section } from "./section.tsx";

export const Fields = () => (
  <Section title="Velden">
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Bedrijfsnaam" required>
        <Input defaultValue="Noorderlicht Sales B.V." />
      </Field>
      <Field label="Postcode" hint="Bijvoorbeeld 1234 AB">
        <Input placeholder="1234 AB" />
      </Field>
      <Field label="Administratie Email" error="Dit is geen e-mailadres.">
        <Input type="email" defaultValue="administratie@" />
      </Field>
      <Field label="Email">
        <Input readOnly defaultValue="noor@noorderlicht.nl" />
      </Field>
      <Field label="Wachtwoord">
        <PasswordInput defaultValue="geheim" />
      </Field>
      <Field label="Uitgeschakeld">
        <Input disabled defaultValue="Niet te wijzigen" />
      </Field>
    </div>
    <Field label="Bericht 1" hint="212 tekens">
      <Textarea
        rows={3}
        defaultValue="Hoi Noor, ik zag dat jullie het salesteam uitbreiden. Mag ik vragen waarom nu?"
      />
    </Field>
  </Section>
);

export function Choices() {
  const [manager, setManager] = useState<Manager>("noor");
  const [day, setDay] = useState<string | null>("2026-11-14");
  const [moment, setMoment] = useState<string | null>("2026-11-16T09:30");
  return (
    <Section title="Keuzes en data">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Accountmanager">
          <Select options={MANAGERS} value={manager} onValueChange={setManager} />
        </Field>
        <Field label="Rol">
          <Select options={MANAGERS} value={undefined} onValueChange={setManager} placeholder="Kies een rol" />
        </Field>
        <Field label="Van">
          <DatePicker value={day} onValueChange={setDay} max="2026-12-31" />
        </Field>
        <Field label="Date Due">
          <DateTimePicker value={moment} onValueChange={setMoment} />
        </Field>
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Field label="Actief" inline>
          <Switch defaultChecked />
        </Field>
        <Field label="Inactief" inline>
          <Switch />
        </Field>
        <Field label="Overal uitloggen" inline>
          <Checkbox defaultChecked />
        </Field>
        <Field label="Sommige" inline>
          <Checkbox checked="indeterminate" />
        </Field>
        <Field label="Geen" inline>
          <Checkbox />
        </Field>
      </div>
    </Section>
  );
}
