/** What Redis does in one piece: a reading of what is not known yet, and a commit. */
import { createHash } from 'node:crypto';

/** In front of every value, so that another value is told from the same by as many characters. */
export const tokenLength = 16;

/** `late`: whoever asked has been told that nothing happened. */
export type CommitReply = 'done' | 'conflict' | 'late';

/** In the place of a value that is still the one that is known. */
const unchanged = 1;
export type ReadReply = string | null | typeof unchanged;

/** KEYS: of values. ARGV: for each the token of what is known of it, or nothing. */
const readScript = `
local values = {}
for index, key in ipairs(KEYS) do
	local known = ARGV[index]
	if known ~= '' and redis.call('GETRANGE', key, 0, ${tokenLength - 1}) == known then values[index] = ${unchanged}
	else values[index] = redis.call('GET', key) end
end
return values
`;

/**
 * Everything it was decided by is as it was read, and then everything changes, or nothing does.
 * KEYS: the checked, the written, the removed, then the index of each entry to go and of each to come.
 * ARGV: until when (ms by Redis's clock), how many there are of each, then the tokens, the values, and number and
 * member of each entry. An entry goes only when it still stands where it stood.
 */
const commitScript = `
local time = redis.call('TIME')
if time[1] * 1000 + time[2] / 1000 > tonumber(ARGV[1]) then return 'late' end
local key, arg = 0, 6
local function nextKey() key = key + 1 return KEYS[key] end
local function nextArg() arg = arg + 1 return ARGV[arg] end
for _ = 1, tonumber(ARGV[2]) do
	if redis.call('GETRANGE', nextKey(), 0, ${tokenLength - 1}) ~= nextArg() then return 'conflict' end
end
for _ = 1, tonumber(ARGV[3]) do redis.call('SET', nextKey(), nextArg()) end
for _ = 1, tonumber(ARGV[4]) do redis.call('DEL', nextKey()) end
for _ = 1, tonumber(ARGV[5]) do
	local index, at, member = nextKey(), nextArg(), nextArg()
	local score = redis.call('ZSCORE', index, member)
	if score and tonumber(score) == tonumber(at) then redis.call('ZREM', index, member) end
end
for _ = 1, tonumber(ARGV[6]) do redis.call('ZADD', nextKey(), nextArg(), nextArg()) end
return 'done'
`;

/** What a new connection has to send before any of them is asked for. */
export const preparation = [readScript, commitScript].map((script) => ['SCRIPT', 'LOAD', script]);

const digestOf = (script: string) => createHash('sha1').update(script).digest('hex');
export const readDigest = digestOf(readScript);
export const commitDigest = digestOf(commitScript);
