import { UserPlus } from "lucide-react";
import { type Control, useForm } from "react-hook-form";
import type { z } from "zod";
import { type NewLead, newLead } from "#contract/forms.ts";

import { FormRow, TextField } from "#lib/forms/form-fields.tsx";
import { formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";
import { Button } from "#ui/button/button.tsx";
import { Card, CardContent, CardFooter } from "#ui/page/card.tsx";
import { useAddLead } from "./leads.api.ts";

type LeadFormValues = z.input<typeof newLead>;

const EMPTY_FORM = Object.fromEntries(Object.keys(newLead.shape).map((name) => [name, ""])) as Required<LeadFormValues>;

/** For companies without their own Airtable form. After saving, the form has only what was typed meanwhile, for the next lead. */
export function AddLeadForm() {
  const add = useAddLead();
  const form = useForm<LeadFormValues, unknown, NewLead>({
    resolver: formResolver(newLead),
    defaultValues: EMPTY_FORM,
  });
  const { control, getValues, handleSubmit, reset, setFocus } = form;
  const save = (lead: NewLead) => {
    const sent = getValues();
    add.mutate(lead, {
      onSuccess: () => {
        const typed = Object.entries(getValues()).filter(
          ([name, value]) => value !== sent[name as keyof LeadFormValues],
        );
        // Without keepFieldsRef, setFocus finds no field until the next render.
        reset({ ...EMPTY_FORM, ...Object.fromEntries(typed) }, { keepFieldsRef: true });
        if (typed.length === 0) setFocus("fullName");
      },
      onError: (error) => showFieldErrors(error, form),
    });
  };
  return (
    <form noValidate onSubmit={handleSubmit(save)} aria-label="Lead toevoegen">
      <Card>
        <CardContent className="flex flex-col gap-4">
          <LeadFields control={control} />
        </CardContent>
        <CardFooter className="justify-end">
          <Button type="submit" busy={add.isPending} busyLabel="Toevoegen...">
            <UserPlus />
            Lead toevoegen
          </Button>
        </CardFooter>
      </Card>
    </form>
  );
}

const LeadFields = ({ control }: { control: Control<LeadFormValues, unknown, NewLead> }) => (
  <>
    <TextField control={control} name="fullName" label="Naam" required placeholder="Voor- en achternaam" />
    <FormRow>
      <TextField control={control} name="title" label="Functie" placeholder="Bijvoorbeeld: Commercieel directeur" />
      <TextField control={control} name="company" label="Bedrijf" placeholder="Naam van de organisatie" />
    </FormRow>
    <FormRow>
      <TextField
        control={control}
        name="linkedInUrl"
        label="LinkedIn-profiel"
        type="url"
        spellCheck={false}
        placeholder="https://www.linkedin.com/in/…"
      />
      <TextField
        control={control}
        name="email"
        label="E-mailadres"
        type="email"
        spellCheck={false}
        placeholder="naam@bedrijf.nl"
      />
    </FormRow>
    <FormRow>
      <TextField
        control={control}
        name="website"
        label="Website"
        type="url"
        spellCheck={false}
        placeholder="https://"
      />
      <TextField control={control} name="location" label="Plaats" placeholder="Bijvoorbeeld: Groningen" />
    </FormRow>
    <FormRow>
      <TextField control={control} name="industry" label="Branche" placeholder="Bijvoorbeeld: Installatietechniek" />
      <TextField
        control={control}
        name="phone"
        label="Telefoon"
        type="tel"
        spellCheck={false}
        placeholder="Bijvoorbeeld: 06 12345678"
      />
    </FormRow>
  </>
);
