import { redirect } from "next/navigation";
import { FieldForm } from "@/app/_forms/field-form";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { PasskeyForm } from "@/app/_forms/passkey-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice } from "@/components/ui/blocks";
import { currentSession } from "@/lib/auth/session";
import { localPath } from "@/lib/auth/sign-in-steps";
import { waitingDraft } from "@/lib/auth/stored-draft";
import { systemWorld } from "@/lib/services/desk/system-world";
import { signInAction } from "../actions";
import { passkeySignInAction } from "../passkey-actions";
import { BrowserZone, emailField, titledForVisitor, VisitorPage, visitorWords } from "../visitor-page";

export const generateMetadata = titledForVisitor("signIn");

interface Props {
  searchParams: Promise<{ why?: string; next?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: Props) {
  const session = await currentSession();
  const { why, next: asked } = await searchParams;
  const next = localPath(typeof asked === "string" ? asked : null) ?? "";
  if (session?.memberships.length) redirect(next || "/dashboard");
  if (session?.user.isOperator) redirect(next || "/ops");
  const words = await visitorWords();
  return (
    <VisitorPage
      words={words}
      title={words.text("signIn")}
      footer={
        <p>
          {words.text("newHere")} <a href="/sign-up">{words.text("createAnAccount")}</a> ·{" "}
          <a href="/docs">{words.text("docs")}</a>
        </p>
      }
    >
      <FlashNotice />
      {systemWorld().config.publicDemo ? (
        <Notice tone="info" title={words.text("demoOnly")}>
          <a className="underline underline-offset-2" href="/">
            {words.text("demoOpen")}
          </a>
        </Notice>
      ) : null}
      {why === "no_store" ? (
        <Notice tone="warn" title={words.text("accountNoStore")}>
          {words.text("accountNoStoreNext")}
        </Notice>
      ) : null}
      {why === "not_saved" || /^\/(dashboard|ops)/.test(next) ? (
        <Notice tone="info" title={words.text("signInToGoOn")}>
          {words.text(await goOnWords(why))}
        </Notice>
      ) : null}
      <FieldForm
        action={signInAction}
        submit={words.text("signIn")}
        hidden={{ next }}
        fields={[
          emailField(words),
          {
            kind: "text",
            name: "password",
            label: words.text("password"),
            type: "password",
            autoComplete: "current-password",
          },
        ]}
        note={
          <>
            <BrowserZone />
            <a className="text-ink-2 underline underline-offset-2" href="/forgot-password">
              {words.text("forgotPassword")}
            </a>
          </>
        }
      />
      <OtherWays next={next} words={words} />
    </VisitorPage>
  );
}

/** What became of a form that was sent; of nothing, when only a page was asked for. */
async function goOnWords(why: string | undefined) {
  if (await waitingDraft()) return "signInToGoOnKept";
  return why === "not_saved" ? "signInToGoOnLost" : "signInToGoOnNext";
}

function OtherWays({ next, words }: { next: string; words: DashboardWords }) {
  return (
    <div className="grid justify-items-start gap-4 border-t border-rule pt-4">
      {/* The script shows it where the browser can. */}
      <div data-passkey="" hidden>
        <PasskeyForm
          begin={passkeySignInAction}
          submit={words.text("usePasskey")}
          look="secondary"
          fields={[]}
          hidden={{ next }}
          words={{ needsScript: words.text("passkeyNeedsScript"), failed: words.text("passkeyNotUsed") }}
        />
      </div>
      <a className="underline underline-offset-2" href="/sign-in/link">
        {words.text("haveLinkMailed")}
      </a>
    </div>
  );
}
