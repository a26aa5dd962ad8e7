import { useIsMutating } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { Suspense, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { z } from "zod";
import type { Company } from "#contract/companies.ts";
import { type OwnCompanyChange, ownCompanyChange } from "#contract/company-forms.ts";
import { changedValues, formResolver, showFieldErrors } from "#lib/forms/form-resolver.ts";

import { Button } from "#ui/button/button.tsx";
import { FormDialog, FormDialogActions } from "#ui/dialog/form-dialog.tsx";
import { Spinner } from "#ui/feedback/loading.tsx";
import { lazyComponent } from "#ui/lazy-component.tsx";
import { saveLogoKey, useRefreshOwnCompany, useUpdateOwnCompany } from "./companies.api.ts";
import { CompanyDetailsFields } from "./company-form.tsx";
import { LogoImage } from "./logo-image.tsx";

type OwnCompanyDialogProps = { open: boolean; company: Company; onClose: () => void };

export const OwnCompanyDialog = ({ open, company, onClose }: OwnCompanyDialogProps) => (
  <FormDialog open={open} onClose={onClose} size="lg" title="Bedrijfsinformatie bewerken">
    <OwnCompanyForm company={company} onDone={onClose} />
  </FormDialog>
);

type OwnCompanyValues = z.input<typeof ownCompanyChange>;

const toOwnCompanyForm = ({
  name,
  address,
  zipCode,
  city,
  vatNumber,
  adminEmail,
  logoUrl,
}: Company): OwnCompanyValues => ({
  name,
  address: address ?? "",
  zipCode: zipCode ?? "",
  city: city ?? "",
  vatNumber: vatNumber ?? "",
  adminEmail: adminEmail ?? "",
  logoUrl: logoUrl ?? "",
});

function OwnCompanyForm({ company, onDone }: { company: Company; onDone: () => void }) {
  const update = useUpdateOwnCompany(company.id);
  const form = useForm<OwnCompanyValues, unknown, OwnCompanyChange>({
    resolver: formResolver(ownCompanyChange),
    defaultValues: toOwnCompanyForm(company),
  });
  const { control, handleSubmit, setValue, formState } = form;
  const { dirtyFields } = formState;
  const logoUrl = useWatch({ control, name: "logoUrl" });
  const save = (change: OwnCompanyChange) =>
    update.mutate(changedValues(change, dirtyFields), {
      onSuccess: onDone,
      onError: (error) => showFieldErrors(error, form),
    });
  return (
    <>
      <form id="own-company" noValidate onSubmit={handleSubmit(save)} className="flex flex-col gap-4">
        <CompanyDetailsFields control={control} />
      </form>
      {/* Outside the form: buttons in the upload dialog must not submit it. */}
      <LogoField
        companyId={company.id}
        logoUrl={logoUrl}
        onLogoSaved={(objectPath) => setValue("logoUrl", objectPath)}
      />
      <FormDialogActions form="own-company" busy={update.isPending} />
    </>
  );
}

const LogoUploadDialog = lazyComponent(() => import("./logo-upload/logo-upload-dialog.tsx"), "LogoUploadDialog");

type LogoFieldProps = {
  companyId: string;
  logoUrl: string | null | undefined;
  onLogoSaved: (objectPath: string) => void;
};

/** Uploading saves the company's logo at once, without saving the form; the form only takes over the new URL. */
function LogoField({ companyId, logoUrl, onLogoSaved }: LogoFieldProps) {
  const [uploadDialog, setUploadDialog] = useState<"unopened" | "open" | "closed">("unopened");
  const isSavingLogo = useIsMutating({ mutationKey: saveLogoKey }) > 0;
  const refresh = useRefreshOwnCompany();
  const handleLogoSaved = (objectPath: string) => {
    onLogoSaved(objectPath);
    refresh();
  };
  return (
    <div className="mt-4 flex flex-col items-start gap-2">
      <LogoImage src={logoUrl} alt="Huidig logo" className="h-16 max-w-60" />
      <Button variant="outline" onClick={() => setUploadDialog("open")}>
        <ImageUp />
        Logo Uploaden (PNG, JPG, SVG)
      </Button>
      {isSavingLogo && <Spinner label="Uploaden..." />}
      <p className="text-muted-foreground text-xs">Max. 5MB. Aanbevolen formaat: PNG of SVG voor beste kwaliteit.</p>
      {uploadDialog !== "unopened" && (
        <Suspense>
          <LogoUploadDialog
            companyId={companyId}
            open={uploadDialog === "open"}
            onOpenChange={(open) => setUploadDialog(open ? "open" : "closed")}
            onLogoSaved={handleLogoSaved}
          />
        </Suspense>
      )}
    </div>
  );
}
