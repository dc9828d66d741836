/** All markets, in the order of the catalog. */
import { at } from './at.ts';
import { bh } from './bh.ts';
import { br } from './br.ts';
import { ca } from './ca.ts';
import { cl } from './cl.ts';
import { co } from './co.ts';
import { id } from './id.ts';
import { india } from './in.ts';
import { jp } from './jp.ts';
import { kw } from './kw.ts';
import type { CustomerMarket } from './market.ts';
import { mx } from './mx.ts';
import { my } from './my.ts';
import { ng } from './ng.ts';
import { nl } from './nl.ts';
import { pe } from './pe.ts';
import { pl } from './pl.ts';
import { th } from './th.ts';
import { tn } from './tn.ts';
import { tr } from './tr.ts';
import { vn } from './vn.ts';
import { za } from './za.ts';

export const markets: readonly CustomerMarket[] = [
	co,
	mx,
	br,
	cl,
	pe,
	my,
	pl,
	india,
	at,
	nl,
	th,
	id,
	za,
	tr,
	jp,
	ng,
	vn,
	ca,
	kw,
	bh,
	tn,
];
