export const retentionPath = "/ops/health/retention";
