import { redirect } from "next/navigation";
import { proofSpecs } from "@/app/_forms/fields";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, PageHeader, Section } from "@/components/ui/blocks";
import type { RailView } from "@/lib/services/desk/rails/read-rails";
import { DeskForm, reasonField } from "../../../act-page";
import { findRail, railsPath, titledForOperator } from "../../../desk";
import { operatorPage } from "../../../operator-page";
import { saveRailAction } from "../../actions";
import { railFieldSpecs } from "../../rail-fields";
import { RailSteps } from "../../rail-steps";

export const generateMetadata = titledForOperator("opsRails");

export default operatorPage("rails", async (who, { params }: { params: Promise<{ rail: string }> }) => {
  const { person, words } = who;
  const view = await findRail((await params).rail);
  const { kind, setting } = view;
  const rail = kind.name;
  const back = `${railsPath}/${kind.id}`;
  if (setting?.source === "environment") redirect(back);
  const effects = [
    { label: words.text("inLiveMode"), value: words.text("rail_saved_live", { rail }) },
    { label: words.text("inTestMode"), value: words.text("rail_saved_test", { rail }) },
  ];
  return (
    <>
      <PageHeader
        title={words.text(setting ? "setUpAnewTitle" : "setUpTitle", { rail })}
        purpose={words.text("setUpPurpose")}
      />
      <div className="grid gap-8 nav:grid-cols-[minmax(0,30rem)_1fr] nav:gap-12">
        <DeskForm
          action={saveRailAction}
          hidden={{ rail: kind.id }}
          fields={fieldsOf(view, words, person)}
          words={words}
          more={words.text("moreChoices")}
          submit={words.text("setUpTitle", { rail })}
          back={back}
        />
        <div className="order-first min-w-0 nav:order-last">
          <Section title={words.text("inItsDashboard", { rail })}>
            <RailSteps view={view} words={words} />
          </Section>
          <Section title={words.text("whatThisChanges")}>
            <Facts items={effects} />
          </Section>
        </div>
      </div>
    </>
  );
});

/** The provider's own field names are not translated. */
function fieldsOf(
  { kind, setting, shown }: RailView,
  words: DashboardWords,
  person: { hasTwoStep: boolean },
): FieldSpec[] {
  const before = setting ? (setting.livemode ? "live" : "test") : "test";
  const mode: FieldSpec = {
    kind: "select",
    name: "mode",
    label: words.text("mode"),
    options: [
      { value: "test", label: words.text("modeTestMoney") },
      { value: "live", label: words.text("modeLiveMoney") },
    ],
    value: before,
  };
  return [
    mode,
    ...railFieldSpecs(kind, shown, words),
    ...proofSpecs(words, person),
    reasonField(words, "operators"),
  ];
}
