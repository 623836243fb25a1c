import type { Metadata } from "next";
import { headers } from "next/headers";
import type { ComponentProps } from "react";
import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { serviceName } from "@/app/service-name";
import { AuthFrame } from "@/components/dashboard/auth-frame";
import {
  type DashboardKey,
  type DashboardWords,
  dashboardWords,
  type PlainKey,
} from "@/components/dashboard/messages/words";
import { wordsOfForms } from "@/components/dashboard/shell";
import type { AuthFrameProps } from "@/components/dashboard/shell-types";
import { Notice } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { visitorLanguages } from "@/lib/auth/request";
import { dashboardLanguage, dashboardLanguages, languages } from "@/lib/domain/languages";
import { passwordMinCharacters } from "@/lib/services/people/accounts/verify-password";

/** The dashboard's sentences for somebody who is not signed in. */
export async function visitorWords(): Promise<DashboardWords> {
  return dashboardWords(dashboardLanguage(...(await visitorLanguages())) ?? "en");
}

/** `generateMetadata` of a page whose title is one sentence. */
export function titledForVisitor(key: DashboardKey): () => Promise<Metadata> {
  return async () => ({ title: (await visitorWords()).loose(key, {}) });
}

interface LanguageLink {
  code: DashboardWords["lang"];
  name: string;
  /** Null for the current language. */
  href: string | null;
}

/** The same page in each language, with the other parameters of its address. */
export async function languageLinks(now: DashboardWords["lang"]): Promise<LanguageLink[]> {
  const sent = await headers();
  const query = new URLSearchParams(sent.get("x-search") ?? "");
  return dashboardLanguages.map((code) => {
    query.set("hl", code);
    const href = code === now ? null : `${sent.get("x-pathname") ?? ""}?${query}`;
    return { code, name: languages[code].name, href };
  });
}

type Props = Omit<AuthFrameProps, "serviceName" | "main"> & { words: DashboardWords };

/** The frame of a page for people who are not signed in, with links to its other languages. */
export async function VisitorPage({ words, languages = <Languages words={words} />, ...frame }: Props) {
  return (
    <div lang={words.lang}>
      <AuthFrame
        {...frame}
        serviceName={serviceName()}
        languages={languages}
        main={{ id: "content", ...wordsOfForms(words) }}
      />
    </div>
  );
}

/** In place of a page by which people come in elsewhere: in a public demo one button does. */
export async function DemoPage({ title }: { title: PlainKey }) {
  const words = await visitorWords();
  return <SpentPage words={words} title={title} purpose="demoOnly" to="/" label="demoOpen" />;
}

/** A link that was used, or is too old: what to do instead. */
export function SpentPage(props: {
  words: DashboardWords;
  title?: PlainKey;
  purpose: PlainKey;
  to: string;
  label: PlainKey;
}) {
  const { words, title = "linkSpent", purpose, to, label } = props;
  return (
    <VisitorPage words={words} title={words.text(title)} purpose={words.text(purpose)}>
      <p>
        <ButtonLink href={to}>{words.text(label)}</ButtonLink>
      </p>
    </VisitorPage>
  );
}

/** The zone of the browser, sent along with its form. Without scripts it is empty. */
export function BrowserZone() {
  return <input type="hidden" name="zone" data-zone="" />;
}

/** Somebody's address in a sentence. */
export function Address({ children }: { children: string }) {
  return <bdi className="wrap-anywhere font-medium text-ink">{children}</bdi>;
}

export function emailField(words: DashboardWords): FieldSpec {
  const label = words.text("email");
  return { kind: "text", name: "email", label, type: "email", autoComplete: "username" };
}

export function newPasswordField(words: DashboardWords, label: string): FieldSpec {
  const help = words.text("passwordHelp", { count: String(passwordMinCharacters) });
  return { kind: "text", name: "password", label, type: "password", autoComplete: "new-password", help };
}

/** Links, so that they work without scripts; the current language is plain text. */
async function Languages({ words }: { words: DashboardWords }) {
  return (
    <nav aria-label={words.text("language")} className="flex gap-x-3 text-label">
      {(await languageLinks(words.lang)).map(({ code, name, href }) =>
        href === null ? (
          <span key={code} className="flex min-h-11 items-center font-medium sm:min-h-8">
            {name}
          </span>
        ) : (
          <a
            key={code}
            href={href}
            lang={code}
            hrefLang={code}
            className="flex min-h-11 items-center text-ink-2 underline underline-offset-2 hover:text-ink sm:min-h-8"
          >
            {name}
          </a>
        ),
      )}
    </nav>
  );
}

/** A page that mails a link to the typed address, with the same answer whether or not anybody has that address. */
export async function AskForMail(props: {
  title: DashboardKey;
  purpose: DashboardKey;
  action: ComponentProps<typeof FieldForm>["action"];
  sent: boolean;
}) {
  const words = await visitorWords();
  return (
    <VisitorPage
      words={words}
      title={words.loose(props.title, {})}
      purpose={words.loose(props.purpose, {})}
      footer={<a href="/sign-in">{words.text("backToSignIn")}</a>}
    >
      {props.sent ? (
        <Notice tone="ok" title={words.text("checkMail")}>
          {words.text("checkMailMeans")}
        </Notice>
      ) : (
        <FieldForm action={props.action} submit={words.text("sendLink")} fields={[emailField(words)]} />
      )}
    </VisitorPage>
  );
}
