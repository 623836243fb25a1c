import { findStore, shareRoute } from "../../../sharing";

export const GET = shareRoute(findStore);
