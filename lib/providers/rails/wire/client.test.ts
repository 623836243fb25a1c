import { expect, test } from "vitest";
import { type Anomaly, createClient } from "./client";

function answering(answer: () => Response) {
  const anomaly: Anomaly[] = [];
  const client = createClient(
    "pawapay",
    "https://rail.example.com",
    { authorization: "Bearer a-secret-token" },
    { fetch: async () => answer(), onAnomaly: (one) => anomaly.push(one) },
  );
  return { client, anomaly };
}

test.each([408, 425, 429, 500, 502, 503, 504])(
  "HTTP %s says nothing of what the rail did, whatever stands in it",
  async (status) => {
    const body = { status: false, message: "Request timeout", failureReason: { failureCode: "TIMEOUT" } };
    const { client, anomaly } = answering(() => Response.json(body, { status }));
    expect(await client.call({ method: "POST", path: "/charge", json: {}, initiate: true })).toMatchObject({
      kind: "lost",
      status,
    });
    expect(anomaly).toMatchObject([{ what: "unreachable" }]);
  },
);

test("what the operator is told names neither the key nor what stands in the address", async () => {
  const { client, anomaly } = answering(() => Response.json({}, { status: 401 }));
  await client.call({ method: "GET", path: "/transactions?tx_ref=256783456789" });
  expect(anomaly).toMatchObject([{ what: "refused", detail: "GET /transactions: HTTP 401" }]);
});
