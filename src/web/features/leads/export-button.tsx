import { Download } from "lucide-react";
import { Button } from "../../ui/button.tsx";

/** The list as a file, as it is filtered; the browser saves it while it comes. */
export const ExportButton = ({ address }: { address: string }) => (
  <Button asChild variant="outline">
    <a href={address} download>
      <Download />
      Exporteren
    </a>
  </Button>
);
