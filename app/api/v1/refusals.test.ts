import { beforeAll, expect, test } from "vitest";
import type { EndpointFacts } from "@/lib/api/definition";
import { type RefusalStage, refusalOrder } from "@/lib/domain/refusal";
import type { Answer } from "@/lib/testing/api/client";
import { listOf, type Objects, objectsOf } from "@/lib/testing/api/objects";
import { openApi } from "@/lib/testing/api/stage";
import { isInSlice } from "@/scripts/lab/testing/slice";
import { routes } from "./routes";

const { world, route, call, shop } = await openApi({}, { keepLimits: true });
let ids: Objects;

beforeAll(async () => {
  ids = await objectsOf(world, shop, route);
  await world.db.plan.createMany({
    data: [{ code: "no_api", name: "No API", includesApi: false, feePpm: 0 }],
    skipDuplicates: true,
  });
});

/** A request that is about to be refused for one or more reasons. */
interface Draft {
  facts: EndpointFacts;
  method: string;
  path: string;
  /** Of an object that exists, unless not_found says otherwise. */
  id: string;
  query: string;
  key: string | null;
  reads: boolean;
  body: { large: boolean; type: string; broken: boolean; wrong: boolean };
}

const reasons: Partial<Record<RefusalStage, (draft: Draft) => unknown>> = {
  unknown_route: (draft) => {
    draft.path = "/no/such/path/anywhere/here";
  },
  method_not_allowed: (draft) => {
    draft.method = "PUT";
  },
  missing_api_key: (draft) => {
    draft.key = null;
  },
  invalid_api_key: (draft) => {
    if (draft.key !== null) draft.key = `${draft.key.slice(0, -1)}!`;
  },
  too_many_requests: () =>
    world.pool.query(`
      INSERT INTO rate_limits (subject, hits)
      SELECT 'key:' || id, array_fill(clock_timestamp(), ARRAY[120]) FROM api_keys
      ON CONFLICT (subject) DO UPDATE SET hits = excluded.hits`),
  store_suspended: () => change({ status: "suspended" }),
  developer_access_blocked: () => change({ developerAccessBlockedAt: world.clock.now() }),
  plan_required: () => change({ planCode: "no_api" }),
  live_key_required: (draft) => useKey(draft, draft.reads ? shop.testReadKey : shop.testKey),
  test_key_required: (draft) => useKey(draft, draft.reads ? shop.liveReadKey : shop.liveKey),
  key_is_read_only: (draft) => {
    draft.reads = true;
    draft.key = draft.facts.keys === "test" ? shop.testReadKey : shop.liveReadKey;
  },
  not_found: (draft) => {
    draft.id = listOf(draft.path) === "/subscriptions" ? "sub_nobody" : "2147483647";
  },
  payload_too_large: (draft) => {
    draft.body.large = true;
  },
  unsupported_media_type: (draft) => {
    draft.body.type = "text/plain";
  },
  invalid_json: (draft) => {
    draft.body.broken = true;
  },
  invalid: (draft) => {
    draft.body.wrong = true;
    draft.query = "?page=0&product_id=x&ref=%00&after=x&month=x";
  },
};

const change = (data: object) => world.db.store.update({ where: { id: shop.store.id }, data });
const useKey = (draft: Draft, key: string) => {
  if (draft.key !== null) draft.key = draft.key.endsWith("!") ? `${key}!` : key;
};

function applies(stage: RefusalStage, facts: EndpointFacts, path: string, method: string): boolean {
  switch (stage) {
    case "key_is_read_only":
      return facts.keys !== "none" && method !== "GET";
    case "live_key_required":
      return facts.keys === "live";
    case "test_key_required":
      return facts.keys === "test";
    case "not_found":
      return path.includes("{id}");
    case "payload_too_large":
    case "unsupported_media_type":
    case "invalid_json":
      return facts.body !== undefined;
    case "invalid":
      return facts.body !== undefined || facts.query !== undefined;
    default:
      return reasons[stage] !== undefined && (facts.keys !== "none" || refusalOrder.indexOf(stage) < 2);
  }
}

// Two stages that cannot be true of one request.
const exclusive = new Set(["missing_api_key+invalid_api_key", "invalid_json+invalid"]);

function stageOf(answer: Answer): RefusalStage | number {
  if (answer.body?.error) return answer.body.error;
  if (answer.status === 404)
    return answer.body.doc_url.endsWith("unknown_path") ? "unknown_route" : "not_found";
  if (answer.status === 429) return "too_many_requests";
  return answer.status === 422 ? "invalid" : answer.status;
}

const definitionMode = (facts: EndpointFacts) => (facts.keys === "test" ? "test" : "live");

async function refusedFor(method: string, path: string, facts: EndpointFacts, stages: RefusalStage[]) {
  await world.pool.query("DELETE FROM rate_limits");
  await change({ status: "active", developerAccessBlockedAt: null, planCode: shop.planCode });
  const draft: Draft = {
    facts,
    method,
    path,
    id: ids[definitionMode(facts)][listOf(path)] ?? "",
    query: "",
    key: facts.keys === "test" ? shop.testKey : shop.liveKey,
    reads: false,
    body: { large: false, type: "application/json", broken: false, wrong: false },
  };
  for (const stage of stages) await reasons[stage]?.(draft);
  return stageOf(await send(draft));
}

/** Of every body, something that it cannot take. */
const wrongFields = { product_id: "x", to: 1, name: 1, title: 1, customer_name: 1, channels: 1, metadata: 1 };

function send(draft: Draft): Promise<Answer> {
  const { large, type, broken, wrong } = draft.body;
  const filler = large ? "x".repeat(256 * 1024) : "";
  const text = broken
    ? `{"filler":"${filler}`
    : JSON.stringify({ filler, ...(wrong ? wrongFields : { product_id: 1 }) });
  const hasBody = draft.method !== "GET" && draft.facts.body !== undefined;
  return call(draft.method, draft.path.replace("{id}", draft.id) + draft.query, {
    key: draft.key,
    ...(hasBody ? { body: text, headers: { "Content-Type": type } } : {}),
  });
}

for (const { path, endpoints } of routes) {
  for (const [method, { definition }] of Object.entries(endpoints)) {
    const stages = refusalOrder.filter((stage) => applies(stage, definition, path, method));
    test(`${method} ${path} names, of any two reasons to refuse, the one that comes first`, async () => {
      const wrong: string[] = [];
      for (const [at, first] of stages.entries()) {
        for (const second of stages.slice(at)) {
          if (exclusive.has(`${first}+${second}`)) continue;
          if (!isInSlice("pairs of refusals", `${method} ${path} ${first} ${second}`, 3)) continue;
          const reason = await refusedFor(method, path, definition, [second, first]);
          if (reason !== first) wrong.push(`${first} and ${second} were answered ${reason}`);
        }
      }
      expect(wrong).toEqual([]);
    });
  }
}

test("every stage of the order is met by some endpoint", () => {
  const met = new Set(
    routes.flatMap(({ path, endpoints }) =>
      Object.entries(endpoints).flatMap(([method, { definition }]) =>
        refusalOrder.filter((stage) => applies(stage, definition, path, method)),
      ),
    ),
  );
  expect(refusalOrder.filter((stage) => !met.has(stage))).toEqual([]);
});
