import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { copyLabels } from "./words";

interface Props {
  /** What the address is. */
  label: string;
  url: string;
  /** What WhatsApp sends, with the address in it. */
  text: string;
  /** The customer to send it to (E.164); left out, the seller chooses one in WhatsApp. */
  phone?: string | null;
  /** The name of the files with the QR code; null for a page that is for one person alone, which has no code. */
  codesOf: string | null;
  words: DashboardWords;
  /** Giving it out is what to do next on its page. */
  isNext?: boolean;
  /** More ways to give it out. */
  children?: ReactNode;
}

/** The ways to give out a page: copied, in WhatsApp, as a QR code, on a poster. All but copying work without script. */
export function ShareBar({ label, url, text, phone, codesOf, words, isNext, children }: Props) {
  const path = new URL(url).pathname;
  const chat = `https://wa.me/${phone?.replace(/\D/g, "") ?? ""}?text=${encodeURIComponent(text)}`;
  return (
    <div className="grid max-w-[44rem] gap-3">
      <div className="grid gap-2 sm:grid-cols-[1fr_auto]">
        <CopyField label={label} value={url} labels={copyLabels(words)} />
        <ButtonLink href={path}>{words.text("openPage")}</ButtonLink>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={chat} rel="noreferrer" {...(isNext && { look: "primary", className: "px-6" })}>
          {words.text("shareWhatsApp")}
        </ButtonLink>
        {codesOf === null ? null : (
          <>
            <ButtonLink href={`${path}/qr.svg`} download={`${fileName(codesOf)}.svg`}>
              {words.text("qrSvg")}
            </ButtonLink>
            <ButtonLink href={`${path}/qr.png`} download={`${fileName(codesOf)}.png`}>
              {words.text("qrPng")}
            </ButtonLink>
            <ButtonLink href={`${path}/poster`}>{words.text("poster")}</ButtonLink>
          </>
        )}
        {children}
      </div>
    </div>
  );
}

function fileName(title: string): string {
  return `qr-${
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .slice(0, 60) || "link"
  }`;
}

interface DialProps {
  /** What to dial, such as `*384*77*125#`. */
  dial: string;
  meaning: string;
  words: DashboardWords;
}

/** A code to dial, for payers whose phone has no internet. */
export function DialSection({ dial, meaning, words }: DialProps) {
  return (
    <Section title={words.text("ussdDialTitle")}>
      <div className="grid max-w-[44rem] gap-2 pt-4">
        <p className="text-ink-2">{meaning}</p>
        <CopyField label={words.text("ussdDialTitle")} value={dial} labels={copyLabels(words)} />
      </div>
    </Section>
  );
}
