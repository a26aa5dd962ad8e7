import type { TwoStepSecret } from "#contract/auth.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { QrCode } from "./qr-code.tsx";
import { type Language, PART_TEXTS } from "./two-step-texts.ts";

type SecretToScanProps = { language: Language; secret: TwoStepSecret };

/** In groups of four, as it is typed over; copied without the gaps. */
export function SecretToScan({ language, secret: { secret, otpauthUri } }: SecretToScanProps) {
  const texts = PART_TEXTS[language];
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
