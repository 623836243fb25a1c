import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { CopyField } from "@/components/ui/copy-field";
import { Disclosure } from "@/components/ui/disclosure";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/page-header";
import { currentPerson } from "@/lib/auth/current-seller";
import { readTwoStep, type TwoStep } from "@/lib/services/accounts/two-step";
import { systemWorld } from "@/lib/services/system-world";
import { AccountPage, personWords, titledForPerson, zoneOf } from "../account-page";
import { twoStepPath } from "../paths";
import { beginTwoStepAction, confirmTwoStepAction, renewCodesAction, turnOffTwoStepAction } from "./actions";
import { CodesForm } from "./codes-form";

export const generateMetadata = titledForPerson("twoStep");

const fewCodes = 3;

export default async function TwoStepPage() {
  const person = await currentPerson();
  const words = personWords(person);
  const now = await readTwoStep(systemWorld(), person.user.id);
  return (
    <AccountPage person={person} at={twoStepPath} title="twoStep" purpose="twoStepMeans">
      {now.state === "off" ? <Off words={words} /> : null}
      {now.state === "begun" ? <Begun {...now} words={words} /> : null}
      {now.state === "on" ? <On {...now} words={words} timeZone={zoneOf(person)} /> : null}
    </AccountPage>
  );
}

type Of<State> = Extract<TwoStep, { state: State }> & { words: DashboardWords };

function Off({ words }: { words: DashboardWords }) {
  return (
    <Section title={words.text("twoStepOff")}>
      <p className="my-4 max-w-[68ch] text-ink-2">{words.text("twoStepOffMeans")}</p>
      <FieldForm
        action={beginTwoStepAction}
        submit={words.text("twoStepBegin")}
        fields={[passwordField(words, "password")]}
      />
    </Section>
  );
}

function Begun({ secret, qrSvg, words }: Of<"begun">) {
  return (
    <div className="grid max-w-[44rem] gap-6">
      <Section title={words.text("twoStepScan")}>
        <img
          alt={words.text("twoStepQr")}
          src={`data:image/svg+xml;base64,${Buffer.from(qrSvg).toString("base64")}`}
          width={220}
          height={220}
          className="my-4 border border-rule"
        />
        <p className="mb-2 text-label text-ink-2">{words.text("twoStepSecret")}</p>
        <CopyField label={words.text("twoStepSecret")} value={secret} />
      </Section>
      <Section title={words.text("twoStepThen")}>
        <div className="mt-4">
          <CodesForm
            action={confirmTwoStepAction}
            field={{ kind: "text", name: "code", label: words.text("code"), autoComplete: "one-time-code" }}
            submit={words.text("twoStepConfirm")}
            words={codesWords(words, "codesTitle")}
            doneHref={twoStepPath}
          />
        </div>
      </Section>
    </div>
  );
}

function On({ since, recoveryCodesLeft, words, timeZone }: Of<"on"> & { timeZone: string }) {
  const date = new Intl.DateTimeFormat(words.locale, { timeZone, dateStyle: "long" }).format(since);
  return (
    <>
      <Section title={words.text("twoStepOn")}>
        <p className="my-4 max-w-[68ch]">{words.text("twoStepSince", { date })}</p>
        <p className="my-4">
          {words.text("codesLeft")}: <strong className="font-semibold">{recoveryCodesLeft}</strong>
        </p>
        {recoveryCodesLeft <= fewCodes ? <Notice tone="warn" title={words.text("codesFew")} /> : null}
        <Disclosure summary={words.text("newCodes")}>
          <p className="mb-4 text-ink-2">{words.text("newCodesMeans")}</p>
          <CodesForm
            action={renewCodesAction}
            field={passwordField(words, "password-codes")}
            submit={words.text("newCodes")}
            look="secondary"
            words={codesWords(words, "codesAgainTitle")}
            doneHref={twoStepPath}
          />
        </Disclosure>
      </Section>
      <Section title={words.text("turnOff")}>
        <p className="my-4 text-ink-2">{words.text("turnOffMeans")}</p>
        <FieldForm
          action={turnOffTwoStepAction}
          submit={words.text("turnOff")}
          look="danger"
          fields={[passwordField(words, "password-off")]}
        />
      </Section>
    </>
  );
}

function passwordField(words: DashboardWords, id: string): FieldSpec {
  const label = words.text("yourPassword");
  return { kind: "text", name: "password", id, label, type: "password", autoComplete: "current-password" };
}

function codesWords(words: DashboardWords, title: "codesTitle" | "codesAgainTitle") {
  return {
    title: words.text(title),
    means: words.text("codesMeans"),
    label: words.text("codesLabel"),
    download: words.text("codesDownload"),
    saved: words.text("codesSaved"),
  };
}
