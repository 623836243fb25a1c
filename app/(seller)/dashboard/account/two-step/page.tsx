import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Notice, Section } from "@/components/ui/blocks";
import { CopyField } from "@/components/ui/copy-field";
import { currentPerson } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readTwoStep, type TwoStep } from "@/lib/services/people/accounts/two-step";
import { twoStepPath } from "../../paths";
import { copyLabels } from "../../words";
import { AccountPage } from "../account-page";
import { personWords, titledForPerson, zoneOf } from "../person-words";
import { beginTwoStepAction, recoveryCodesAction, turnOffTwoStepAction } from "./actions";
import { CodesForm } from "./codes-form";

export const generateMetadata = titledForPerson("twoStep");

const fewCodes = 3;

export default async function TwoStepPage() {
  const person = await currentPerson();
  const words = personWords(person);
  const now = await readTwoStep(systemWorld(), person.user.id);
  return (
    <AccountPage person={person} at={twoStepPath} title="twoStep" purpose="twoStepMeans">
      {person.user.isOperator && now.state !== "on" ? (
        <Notice tone="info" title={words.text("twoStepForOperators")} />
      ) : null}
      {now.state === "off" ? (
        <Off words={words} />
      ) : (
        <Codes now={now} words={words} timeZone={zoneOf(person)} />
      )}
      {now.state === "on" ? <TurnOff words={words} /> : null}
    </AccountPage>
  );
}

function Off({ words }: { words: DashboardWords }) {
  return (
    <Section title={words.text("twoStepOff")}>
      <p className="my-4 max-w-[68ch] text-ink-2">{words.text("twoStepOffMeans")}</p>
      <FieldForm
        action={beginTwoStepAction}
        submit={words.text("twoStepBegin")}
        fields={proofSpecs(words, { hasTwoStep: false })}
      />
    </Section>
  );
}

/**
 * Both states render the form in one place: without script the next page shows its answer, the codes, and there
 * two-step sign-in is already on.
 */
function Codes(props: { now: Exclude<TwoStep, { state: "off" }>; words: DashboardWords; timeZone: string }) {
  const { now, words, timeZone } = props;
  const isOn = now.state === "on";
  return (
    <div className="grid max-w-[44rem] gap-8 *:min-w-0">
      <CodesForm
        before={
          isOn ? <Since now={now} words={words} timeZone={timeZone} /> : <Scan now={now} words={words} />
        }
        title={words.text(isOn ? "newCodes" : "twoStepThen")}
        means={isOn ? words.text("newCodesMeans") : null}
        doneTitle={words.text(isOn ? "codesLabel" : "twoStepOn")}
        action={recoveryCodesAction}
        fields={
          isOn
            ? proofSpecs(words, { hasTwoStep: true }, "password-codes")
            : [{ kind: "text", name: "code", label: words.text("code"), autoComplete: "one-time-code" }]
        }
        submit={words.text(isOn ? "newCodes" : "twoStepConfirm")}
        look={isOn ? "secondary" : "primary"}
        words={{
          title: words.text("codesTitle"),
          means: words.text("codesMeans"),
          label: words.text("codesLabel"),
          download: words.text("codesDownload"),
          saved: words.text("codesSaved"),
        }}
        doneHref={twoStepPath}
      />
    </div>
  );
}

type Of<State> = { now: Extract<TwoStep, { state: State }>; words: DashboardWords };

function Scan({ now, words }: Of<"begun">) {
  return (
    <Section title={words.text("twoStepScan")}>
      <img
        alt={words.text("twoStepQr")}
        src={`data:image/svg+xml;base64,${Buffer.from(now.qrSvg).toString("base64")}`}
        width={220}
        height={220}
        className="my-4 border border-rule"
      />
      <p className="mb-2 text-label text-ink-2">{words.text("twoStepSecret")}</p>
      <CopyField label={words.text("twoStepSecret")} value={now.secret} labels={copyLabels(words)} />
    </Section>
  );
}

function Since({ now, words, timeZone }: Of<"on"> & { timeZone: string }) {
  const date = new Intl.DateTimeFormat(words.locale, { timeZone, dateStyle: "long" }).format(now.since);
  return (
    <Section title={words.text("twoStepOn")}>
      <p className="my-4 max-w-[68ch]">{words.text("twoStepSince", { date })}</p>
      <p className="my-4">
        {words.text("codesLeft")} <strong className="font-semibold">{now.recoveryCodesLeft}</strong>
      </p>
      {now.recoveryCodesLeft <= fewCodes ? <Notice tone="warn" title={words.text("codesFew")} /> : null}
    </Section>
  );
}

function TurnOff({ words }: { words: DashboardWords }) {
  return (
    <div className="mt-10">
      <Section title={words.text("turnOff")}>
        <p className="my-4 text-ink-2">{words.text("turnOffMeans")}</p>
        <FieldForm
          action={turnOffTwoStepAction}
          submit={words.text("turnOff")}
          look="danger"
          fields={proofSpecs(words, { hasTwoStep: true }, "password-off")}
        />
      </Section>
    </div>
  );
}
