import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { type Search, typedIn } from "@/app/_lists/filters";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader } from "@/components/ui/blocks";
import { operatorCaller } from "@/lib/auth/guarded-action";
import { currencies } from "@/lib/domain/money";
import { type RouteLine, railKinds, readRoutes } from "@/lib/services/desk/rails/read-rails";
import { ways } from "@/lib/services/desk/rails/set-order";
import { systemWorld } from "@/lib/services/desk/system-world";
import { countryChoices } from "@/lib/services/people/accounts/places";
import { LeaveIt } from "../../act-page";
import { OperatorPage } from "../../operator-page";
import { operatorWithWords, titledForOperator } from "../../words";
import { setRailOrderAction } from "../actions";
import { railsPath, reasonField, wayWord } from "../words";

export const generateMetadata = titledForOperator("orderTitle");

export default async function RailOrderPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { person, words } = await operatorWithWords();
  const search = await searchParams;
  const one = (name: string) => typedIn(search, name);
  const routes = await readRoutes(systemWorld(), await operatorCaller());
  const route = routes.find(
    ({ way, country, currency }) =>
      way === one("way") && country === one("country") && currency === one("currency"),
  );
  return (
    <OperatorPage person={person} section="rails">
      <PageHeader title={words.text("orderTitle")} purpose={words.text("orderPurpose")} />
      <FieldForm
        action={setRailOrderAction}
        fields={[...placeFields(route, words), ...rankFields(route, words), reasonField(words)]}
        titles={problemTitles(words)}
        submit={words.text("orderSet")}
        note={<LeaveIt to={railsPath} words={words} />}
      />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">{words.text("orderUndo")}</p>
    </OperatorPage>
  );
}

function placeFields(route: RouteLine | undefined, words: DashboardWords): FieldSpec[] {
  return [
    {
      ...{ kind: "select", name: "way", label: words.text("wayToPay") },
      options: ways.map(({ value }) => ({ value, label: wayWord(value, words) })),
      ...(route ? { value: route.way } : {}),
    },
    {
      ...{ kind: "select", name: "country", label: words.text("country") },
      options: countryChoices(words.locale),
      value: route?.country ?? "KE",
    },
    {
      ...{ kind: "select", name: "currency", label: words.text("currency") },
      options: currencies.map((code) => ({ value: code, label: code })),
      value: route?.currency ?? "KES",
    },
  ];
}

const places = ["place1", "place2", "place3", "place4", "place5", "place6"] as const;

function rankFields(route: RouteLine | undefined, words: DashboardWords): FieldSpec[] {
  const options = [
    { value: "", label: words.text("none") },
    ...railKinds.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return railKinds.map((_, index) => ({
    ...{ kind: "select", name: `rail${index + 1}`, options },
    label: words.loose(places[index] ?? "placeN", { number: String(index + 1) }),
    value: route?.isOperators ? (route.rails[index] ?? "") : "",
  }));
}
