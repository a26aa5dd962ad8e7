import { Copy, Download } from "lucide-react";
import { encode } from "uqr";
import type { TwoStepSecret } from "#contract/auth.ts";
import { Button } from "#ui/button/button.tsx";
import { CopyButton } from "#ui/button/copy-button.tsx";
import { showToast } from "#ui/feedback/toast.tsx";
import { type Language, SHARED_TEXTS } from "./two-step-texts.ts";

/** Dark on light in both themes: many authenticator apps cannot read an inverted QR code. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md border bg-white"
    >
      <path d={squares.join("")} fill="#000" />
    </svg>
  );
}

type AuthenticatorSecretProps = { language: Language; secret: TwoStepSecret };

/** QR code and the same secret as text: shown in groups of four, copied without spaces. */
export function AuthenticatorSecret({ language, secret: { secret, otpauthUri } }: AuthenticatorSecretProps) {
  const texts = SHARED_TEXTS[language];
  return (
    <div lang={language} className="flex flex-col gap-4">
      <p>{texts.scan}</p>
      <div className="flex justify-center">
        <QrCode text={otpauthUri} label={texts.qrCode} />
      </div>
      <div>
        <p className="text-muted-foreground text-xs">{texts.secret}</p>
        <div className="mt-1 flex items-center gap-2">
          <code className="min-w-0 break-words font-medium font-mono text-[0.8125rem]">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </code>
          <CopyButton text={secret} label={texts.copySecret} />
        </div>
      </div>
    </div>
  );
}

type RecoveryCodeListProps = { language: Language; codes: readonly string[] };

export function RecoveryCodeList({ language, codes }: RecoveryCodeListProps) {
  const texts = SHARED_TEXTS[language];
  const copy = async () => {
    try {
      // Without HTTPS a browser has no clipboard.
      await navigator.clipboard.writeText(codes.join("\n"));
      showToast(texts.copied);
    } catch {
      showToast({ ...texts.notCopied, tone: "destructive" });
    }
  };
  return (
    <div lang={language} className="flex flex-col gap-4">
      <p>{texts.saveCodes}</p>
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
        <Button variant="outline" onClick={() => downloadText(texts.fileName, codes.join("\n"))}>
          <Download />
          {texts.download}
        </Button>
      </div>
    </div>
  );
}

const downloadText = (fileName: string, text: string) => {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
};
