import type { SetupStep } from "#contract/airtable.ts";
import { MappingDialog } from "#lib/airtable/mapping-dialog.tsx";
import { useConnection } from "./connection.api.ts";
import { ConnectionDialog } from "./connection-dialog.tsx";

type SetupDialogProps = { step: SetupStep; open: boolean; onClose: () => void; onConnected: () => void };

/** The dialog with which a company admin corrects the connection or the mapping. */
export const SetupDialog = ({ step, open, onClose, onConnected }: SetupDialogProps) =>
  step === "mapping" ? (
    <MappingDialog open={open} onClose={onClose} />
  ) : (
    <LoadedConnection open={open} onClose={onClose} onConnected={onConnected} />
  );

function LoadedConnection(props: Omit<SetupDialogProps, "step">) {
  const { data } = useConnection();
  return data && <ConnectionDialog connection={data} {...props} />;
}
