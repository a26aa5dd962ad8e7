import { UserPlus } from "lucide-react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { type NewLead, newLead } from "#contract/lead-form.ts";
import { showFieldProblems } from "#lib/field-problems.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { Button } from "#ui/button.tsx";
import { Card, CardContent, CardFooter } from "#ui/card.tsx";
import { TextField } from "#ui/form-fields.tsx";
import { FormRow } from "#ui/form-section.tsx";
import { useAddLead } from "./add.api.ts";

type LeadForm = z.input<typeof newLead>;

const BLANK: LeadForm = {
  fullName: "",
  linkedInUrl: "",
  title: "",
  company: "",
  email: "",
  website: "",
  location: "",
  industry: "",
};

/** For a company that has no form at Airtable: the same fields. After one lead it is ready for the next. */
export function OwnForm() {
  const add = useAddLead();
  const form = useForm<LeadForm, unknown, NewLead>({ resolver: formResolver(newLead), defaultValues: BLANK });
  const { control, handleSubmit, reset, setFocus } = form;
  const save = (lead: NewLead) =>
    add.mutate(lead, {
      onSuccess: () => {
        // With its fields known: otherwise none could be focused before the next render.
        reset(BLANK, { keepFieldsRef: true });
        setFocus("fullName");
      },
      onError: (error) => showFieldProblems(error, form),
    });
  return (
    <form noValidate onSubmit={handleSubmit(save)} aria-label="Lead toevoegen">
      <Card>
        <CardContent className="flex flex-col gap-4">
          <TextField control={control} name="fullName" label="Naam" required placeholder="Voor- en achternaam" />
          <FormRow>
            <TextField
              control={control}
              name="title"
              label="Functie"
              placeholder="Bijvoorbeeld: Commercieel directeur"
            />
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
            <TextField
              control={control}
              name="industry"
              label="Branche"
              placeholder="Bijvoorbeeld: Installatietechniek"
            />
          </FormRow>
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
