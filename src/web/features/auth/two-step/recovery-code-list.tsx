import { Copy, Download } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { showToast } from "#ui/toast.tsx";
import { type Language, PART_TEXTS } from "./two-step-texts.ts";

type RecoveryCodeListProps = { language: Language; codes: readonly string[] };

export function RecoveryCodeList({ language, codes }: RecoveryCodeListProps) {
  const texts = PART_TEXTS[language];
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => showToast(texts.copied),
      () => showToast({ ...texts.notCopied, tone: "destructive" }),
    );
  return (
    <div lang={language} className="flex flex-col gap-4">
      <p>{texts.keep}</p>
      <ul
        aria-label={texts.codes}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md border bg-muted px-4 py-3 font-medium font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="text-center">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={copy}>
          <Copy />
          {texts.copyCodes}
        </Button>
        <Button variant="outline" onClick={() => saveText(texts.fileName, codes.join("\n"))}>
          <Download />
          {texts.download}
        </Button>
      </div>
    </div>
  );
}

const saveText = (fileName: string, text: string) => {
  const address = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
};
