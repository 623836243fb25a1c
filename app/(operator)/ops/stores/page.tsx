import { oneFound, oneOf, period, searchFor, spanOf } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment } from "@/app/_lists/list-view";
import { OpsVolumes } from "@/components/dashboard/figures";
import { StatusMark } from "@/components/ui/blocks";
import { readPlans } from "@/lib/services/desk/operator/read-plans";
import { listStores, type StoreLine } from "@/lib/services/desk/operator/stores";
import { storesPath, titledForOperator } from "../desk";
import { operatorListPage } from "../operator-page";
import { failureShare, statusOf } from "./words";

const statuses = ["suspended", "blocked", "unverified", "pending", "rejected"] as const;

const columns: Column<StoreLine>[] = [
  {
    label: "store",
    cell: ({ id, name }) => (
      <a href={`${storesPath}/${id}`} className="underline underline-offset-2">
        <bdi>{name}</bdi> <span className="text-ink-2">{id}</span>
      </a>
    ),
  },
  {
    label: "ownerOf",
    cell: ({ owner }, { words }) =>
      owner ? (
        <span className="wrap-anywhere" title={owner.email}>
          <bdi>{owner.name}</bdi>
        </span>
      ) : (
        words.text("nobody")
      ),
  },
  { label: "plan", cell: ({ planName }) => planName },
  {
    label: "status",
    cell: (store, { words }) => {
      const { tone, word } = statusOf(store);
      return <StatusMark tone={tone} word={words.loose(word, {})} />;
    },
  },
  {
    label: "opsLastPayment",
    onPhone: true,
    cell: ({ activity }, reading) => moment(activity.lastPaidAt, reading, reading.words.text("opsNever")),
  },
  {
    label: "failedShare",
    align: "end",
    onPhone: true,
    cell: ({ activity }, { words }) => failureShare(activity, words),
  },
  {
    label: "volume",
    align: "end",
    onPhone: true,
    cell: ({ activity }, { words }) => (
      <OpsVolumes volumes={activity.volumes} lang={words.lang} none={words.text("opsNothing")} />
    ),
  },
];

export const generateMetadata = titledForOperator("opsStores");

export default operatorListPage("stores", {
  path: storesPath,
  filters: {
    search: searchFor("storeSearch"),
    plan: oneFound("plan"),
    status: oneOf("status", statuses, (status) => `store_${status}`),
    ...period,
  },
  choices: async ({ world, operator }) => {
    const plans = await readPlans(world, operator);
    return { plan: plans.map(({ code, name }) => ({ value: code, label: name })) };
  },
  read: (who, values, page) => {
    const { search, plan, status } = values;
    const wanted = { search, planCode: plan, ...(status ? { status } : {}), ...spanOf(who, values) };
    return listStores(who.world, who.operator, wanted, page);
  },
  head: ({ words }) => ({ title: words.text("opsStores"), purpose: words.text("storesPurpose") }),
  caption: "storesCaption",
  columns,
  empty: {
    noneMatches: "noStoreMatches",
    none: ({ words }) => ({ sentence: words.text("noStoreYet") }),
  },
});
