import type { Metadata } from "next";
import { FieldForm } from "@/app/_forms/field-form";
import type { FieldSpec } from "@/app/_forms/form-field";
import { ButtonLink } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { currencies } from "@/lib/domain/money";
import { countryChoices } from "@/lib/services/accounts/places";
import { type RouteLine, readRoutes } from "@/lib/services/rails/read-rails";
import { railKinds } from "@/lib/services/rails/registry";
import { ways } from "@/lib/services/rails/set-order";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../../operator-page";
import { readSearch, type Search } from "../../search-of";
import { setRailOrderAction } from "../actions";
import { railsPath, reasonField } from "../words";

export const metadata: Metadata = { title: "Order of rails" };

export default async function RailOrderPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const one = readSearch(await searchParams);
  const routes = await readRoutes(systemWorld(), await operatorCaller());
  const route = routes.find(
    ({ way, country, currency }) =>
      way === one("way") && country === one("country") && currency === one("currency"),
  );
  return (
    <OperatorPage person={person} section="rails" inEnglish>
      <PageHeader
        title="Order of rails"
        purpose="New payments and payouts of this kind try the rails in this order. One whose network is down comes after those that are up, and one that is off or cannot do it is left out."
      />
      <FieldForm
        action={setRailOrderAction}
        fields={[...placeFields(route), ...rankFields(route), reasonField]}
        submit="Set this order"
        note={
          <ButtonLink look="quiet" href={railsPath}>
            Leave it
          </ButtonLink>
        }
      />
      <p className="mt-6 max-w-[68ch] text-label text-ink-2">
        You can undo this: leave all places at “None” and our own order holds again.
      </p>
    </OperatorPage>
  );
}

function placeFields(route: RouteLine | undefined): FieldSpec[] {
  return [
    {
      ...{ kind: "select", name: "way", label: "Way to pay" },
      options: ways.map(({ value, label }) => ({ value, label })),
      ...(route ? { value: route.way } : {}),
    },
    {
      ...{ kind: "select", name: "country", label: "Country" },
      options: countryChoices(),
      value: route?.country ?? "KE",
    },
    {
      ...{ kind: "select", name: "currency", label: "Currency" },
      options: currencies.map((code) => ({ value: code, label: code })),
      value: route?.currency ?? "KES",
    },
  ];
}

const places = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth"];

function rankFields(route: RouteLine | undefined): FieldSpec[] {
  const options = [
    { value: "", label: "None" },
    ...railKinds.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return railKinds.map((_, index) => ({
    ...{ kind: "select", name: `rail${index + 1}`, options },
    label: places[index] ?? `Place ${index + 1}`,
    value: route?.isOperators ? (route.rails[index] ?? "") : "",
  }));
}
