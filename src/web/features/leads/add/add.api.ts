import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { NewLead } from "#contract/lead-form.ts";
import { leadsRoutes } from "#contract/leads.ts";
import { call } from "#lib/api.ts";
import { failureText } from "#lib/failure-text.ts";
import { showToast } from "#ui/toast.tsx";

export function useAddLead() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: NewLead) => call(leadsRoutes.add, { body }),
    onSuccess: ({ id, fullName }) =>
      showToast({
        title: "Lead toegevoegd",
        description: `${fullName} staat in de lijst.`,
        action: { label: "Bekijken", onClick: () => void navigate({ to: "/all-leads", search: { lead: id } }) },
      }),
    onError: (error) =>
      showToast({
        title: "Fout",
        description: failureText(error, "Kon de lead niet toevoegen. Probeer het opnieuw."),
        tone: "destructive",
      }),
  });
}
