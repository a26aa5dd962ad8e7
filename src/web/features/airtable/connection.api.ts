import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { airtableConnectionRoutes } from "#contract/airtable-connection.ts";
import type { AirtableChange } from "#contract/company-forms.ts";
import type { RawBody } from "#contract/route.ts";
import { call } from "#lib/api/api.ts";
import { DISCARD_AFTER_CALL } from "#lib/api/query-client.ts";
import { showError } from "#lib/api/show-error.ts";
import { showToast } from "#ui/feedback/toast.tsx";

const connectionKey = ["company", "airtable"];

export const useConnection = () =>
  useQuery({
    queryKey: connectionKey,
    queryFn: ({ signal }) => call(airtableConnectionRoutes.connection, { signal }),
  });

export function useChangeConnection() {
  const client = useQueryClient();
  return useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: AirtableChange) => call(airtableConnectionRoutes.changeConnection, { body }),
    onSuccess: (connection) => {
      client.setQueryData(connectionKey, connection);
      void client.invalidateQueries({ queryKey: ["sync"] });
      showToast({ title: "Airtable bijgewerkt", description: "De koppeling met Airtable is opgeslagen." });
    },
    onError: (error) => showError(error, "Er ging iets mis bij het opslaan van de koppeling."),
  });
}

export const useTestOwnConnection = () =>
  useMutation({
    ...DISCARD_AFTER_CALL,
    mutationFn: (body: RawBody<typeof airtableConnectionRoutes.test>) => call(airtableConnectionRoutes.test, { body }),
  });
