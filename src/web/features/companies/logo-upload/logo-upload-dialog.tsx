import { useQuery } from "@tanstack/react-query";
import { Dialog, DialogContent } from "#ui/dialog/dialog.tsx";
import { Problem } from "#ui/feedback/empty.tsx";
import { Spinner } from "#ui/feedback/loading.tsx";

type LogoUploadProps = { companyId: string; onLogoSaved: (objectPath: string) => void };
type LogoUploadDialogProps = LogoUploadProps & { open: boolean; onOpenChange: (open: boolean) => void };

export const LogoUploadDialog = ({ open, onOpenChange, ...props }: LogoUploadDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent
      title="Logo uploaden"
      className="sm:max-w-[752px]"
      bodyClassName="p-0 not-has-[[data-dialog-footer]]:pb-0"
    >
      <LazyLogoUploader {...props} onDone={() => onOpenChange(false)} />
    </DialogContent>
  </Dialog>
);

/** Lazy: the upload widget is larger than the rest of the screen. */
function LazyLogoUploader(props: LogoUploadProps & { onDone: () => void }) {
  const code = useQuery({
    queryKey: ["code", "logo-uploader"],
    queryFn: () => import("./logo-uploader.tsx"),
  });
  if (code.data) return <code.data.LogoUploader {...props} />;
  return (
    <div className="grid h-[550px] max-h-full place-items-center">
      {code.isError ? (
        <Problem
          reason="Het uploadvenster kon niet worden geladen."
          onRetry={() => void code.refetch()}
          retrying={code.isFetching}
        />
      ) : (
        <Spinner />
      )}
    </div>
  );
}
