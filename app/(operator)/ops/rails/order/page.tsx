import type { FieldSpec } from "@/app/_forms/form-field";
import { type Search, typedIn } from "@/app/_lists/filters";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { PageHeader } from "@/components/ui/blocks";
import { currencies } from "@/lib/domain/money";
import { type RouteLine, railKinds, readRoutes } from "@/lib/services/desk/rails/read-rails";
import { ways } from "@/lib/services/desk/rails/set-order";
import { countryChoices } from "@/lib/services/people/accounts/places";
import { DeskForm, reasonField } from "../../act-page";
import { railsPath, titledForOperator } from "../../desk";
import { operatorPage } from "../../operator-page";
import { setRailOrderAction } from "../actions";
import { wayWord } from "../words";

export const generateMetadata = titledForOperator("orderTitle");

export default operatorPage("rails", async (who, props: { searchParams: Promise<Search> }) => {
  const { world, operator, words } = who;
  const search = await props.searchParams;
  const one = (name: string) => typedIn(search, name);
  const route = (await readRoutes(world, operator)).find(
    ({ way, country, currency }) =>
      way === one("way") && country === one("country") && currency === one("currency"),
  );
  return (
    <>
      <PageHeader title={words.text("orderTitle")} purpose={words.text("orderPurpose")} />
      <DeskForm
        action={setRailOrderAction}
        fields={[...placeFields(route, words), ...rankFields(route, words), reasonField(words, "operators")]}
        words={words}
        submit={words.text("orderSet")}
        back={railsPath}
      />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">{words.text("orderUndo")}</p>
    </>
  );
});

function placeFields(route: RouteLine | undefined, words: DashboardWords): FieldSpec[] {
  return [
    {
      ...{ kind: "select", name: "way", label: words.text("wayToPay") },
      options: ways.map((way) => ({ value: way, label: wayWord(way, words) })),
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
