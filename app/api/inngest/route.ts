import { serve } from "inngest/next";
import { functions } from "@/inngest/functions";
import { inngest } from "@/lib/providers/inngest-client";

export const dynamic = "force-dynamic";

/**
 * Where the executor calls our functions. With INNGEST_SIGNING_KEY set, calls without its signature are refused. Our own
 * server answers here without Next (scripts/serve/fast-lane.ts).
 */
export const { GET, POST, PUT } = serve({ client: inngest, functions });
