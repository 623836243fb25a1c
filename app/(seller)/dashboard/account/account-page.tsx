import type { ReactNode } from "react";
import { FlashNotice } from "@/app/_forms/flash-notice";
import { signOutAction } from "@/app/(auth)/actions";
import { serviceName } from "@/app/service-name";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { Press } from "@/components/dashboard/pieces";
import { wordsOfForms } from "@/components/dashboard/shell";
import { Notice, PageHeader, Tabs } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import type { CurrentPerson } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { accountPath, passkeysPath, sessionsPath, twoStepPath } from "../paths";
import { SellerPage } from "../seller-page";
import { askForAddressProofAction } from "./actions";
import { personWords } from "./person-words";

const tabs = [
  { href: accountPath, key: "tabAccount" },
  { href: twoStepPath, key: "tabTwoStep" },
  { href: passkeysPath, key: "passkeys" },
  { href: sessionsPath, key: "tabSessions" },
] as const satisfies { href: string; key: DashboardKey }[];

interface AccountPageProps {
  person: CurrentPerson;
  /** Which of the tabs this is. */
  at: string;
  title: DashboardKey;
  purpose: DashboardKey;
  children: ReactNode;
}

/** A page about oneself: inside the dashboard for people with a store, in a plain frame for an operator without one. */
export function AccountPage({ person, at, title, purpose, children }: AccountPageProps) {
  const words = personWords(person);
  const page = (
    <>
      <PageHeader title={words.loose(title, {})} purpose={words.loose(purpose, {})} />
      <Tabs
        label={words.text("accountTabs")}
        items={tabs.map(({ href, key }) => ({ href, label: words.text(key), current: href === at }))}
      />
      {needsConfirming(person) ? <ConfirmAddress person={person} words={words} /> : null}
      {children}
    </>
  );
  if (person.seller)
    return (
      <SellerPage seller={person.seller} section="account">
        {page}
      </SellerPage>
    );
  return (
    <PlainFrame person={person} words={words}>
      {page}
    </PlainFrame>
  );
}

function PlainFrame(props: { person: CurrentPerson; words: DashboardWords; children: ReactNode }) {
  const { person, words, children } = props;
  return (
    <div lang={words.lang} className="mx-auto max-w-[960px] px-4 py-6">
      <header className="mb-8 flex flex-wrap items-center justify-between gap-3 border-b border-rule pb-4">
        <a className="text-section font-semibold" href={person.user.isOperator ? "/ops" : "/"}>
          {serviceName()}
        </a>
        <form action={signOutAction}>
          <Button>{words.text("signOut")}</Button>
        </form>
      </header>
      <main id="content" {...wordsOfForms(words)}>
        <FlashNotice />
        {children}
      </main>
    </div>
  );
}

/** If the server sends no mail, no address needs confirmation. */
function needsConfirming({ user }: CurrentPerson): boolean {
  const { mailer, sms } = systemWorld();
  return !user.isEmailVerified && (mailer !== null || sms !== null);
}

/** On every page about oneself until it is done, because unconfirmed people may not send to others. */
function ConfirmAddress({ person, words }: { person: CurrentPerson; words: DashboardWords }) {
  return (
    <div className="mb-6">
      <Notice tone="warn" title={words.text("confirmAddressTitle")}>
        <p className="mb-3">
          {words.rich("confirmAddressMeans", {
            email: (
              <bdi key="email" className="wrap-anywhere">
                {person.user.email}
              </bdi>
            ),
          })}
        </p>
        <Press action={askForAddressProofAction}>{words.text("confirmAddressSend")}</Press>
      </Notice>
    </div>
  );
}
