import { useIsMutating } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { LogoImage } from "./logo-image.tsx";
import { logoLinkKey } from "./logo-link-key.ts";
import { useOwnCompanyRefresh } from "./own-company.api.ts";

const LogoUploadDialog = lazy(async () => ({
  default: (await import("./logo-upload-dialog.tsx")).LogoUploadDialog,
}));

type LogoFieldProps = {
  companyId: string;
  logoUrl: string | null | undefined;
  onLinked: (objectPath: string) => void;
};

/** A logo is the company's as soon as it is uploaded; the form only takes over where it is. */
export function LogoField({ companyId, logoUrl, onLinked }: LogoFieldProps) {
  const [upload, setUpload] = useState<"never" | "open" | "closed">("never");
  const linking = useIsMutating({ mutationKey: logoLinkKey }) > 0;
  const refresh = useOwnCompanyRefresh();
  const takeOver = (objectPath: string) => {
    onLinked(objectPath);
    refresh();
  };
  return (
    <div className="mt-4 flex flex-col items-start gap-2">
      <LogoImage src={logoUrl} alt="Huidig logo" className="h-16 max-w-60" />
      <Button variant="outline" onClick={() => setUpload("open")}>
        <ImageUp />
        Logo Uploaden (PNG, JPG, SVG)
      </Button>
      {linking && <Spinner label="Uploaden..." />}
      <p className="text-muted-foreground text-xs">Max. 5MB. Aanbevolen formaat: PNG of SVG voor beste kwaliteit.</p>
      {upload !== "never" && (
        <Suspense>
          <LogoUploadDialog
            companyId={companyId}
            open={upload === "open"}
            onOpenChange={(open) => setUpload(open ? "open" : "closed")}
            onLinked={takeOver}
          />
        </Suspense>
      )}
    </div>
  );
}
