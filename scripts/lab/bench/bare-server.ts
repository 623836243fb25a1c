import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newPool } from "@/lib/db/connect";

// The upper limit of Node and PostgreSQL on this machine. One prepared query of the same shape as the real one, its row
// as JSON, nothing else. The benchmark starts it with the database and the statement in its environment.
const { BARE_DATABASE_URL: connectionString, BARE_SQL: text = "" } = process.env;
const pool = newPool({ connectionString, max: 10 });

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", "http://internal");
  const { rows } = await pool.query({ name: "bare", text, values: [...url.searchParams.values()] });
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify(rows));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
