import { expect, test } from 'vitest';
import { html, trustedHtml } from './html.ts';

test('a value is text, in content and in an attribute', () => {
	const value = `<b a='1' b="2">&`;
	expect(html`<p title="${value}">${value}</p>`.toString()).toBe(
		'<p title="&lt;b a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;">&lt;b a=&#39;1&#39; b=&quot;2&quot;&gt;&amp;</p>',
	);
});

test('a control character of a value is shown, so that a terminal does not obey it', () => {
	expect(html`<p>${'a\r\n\u001b[2Jb'}</p>`.toString()).toBe('<p>a\n\\u001b[2Jb</p>');
});

test('a template in a template is not escaped again, and lists are joined', () => {
	const items = ['<', 'b'].map((item) => html`<li>${item}</li>`);
	expect(html`<ul>${items}</ul>`.toString()).toBe('<ul><li>&lt;</li><li>b</li></ul>');
});

test('absent values render nothing, and zero is a figure', () => {
	expect(html`${null}${undefined}${false}${0}${''}`.toString()).toBe('0');
});

test('an object that imitates markup is escaped', () => {
	const forged = { '#text': '<script>', toString: () => '<script>' };
	const parsed: string[] = JSON.parse('["<script>"]');
	expect(html`${parsed}`.toString()).toBe('&lt;script&gt;');
	// @ts-expect-error an object is no value of a template
	expect(html`${forged}`.toString()).toBe('&lt;script&gt;');
});

test('only our own text is trusted', () => {
	expect(html`<style>${trustedHtml('a > b {}')}</style>`.toString()).toBe(
		'<style>a > b {}</style>',
	);
});
