/** The people and the addresses of each market. */
import type { MarketPeople } from './market.ts';
import {
	createStreetGenerator,
	generateBrazilianStreet,
	generateColombianStreet,
	generateJapaneseStreet,
	generateMexicanStreet,
} from './market.ts';

/**
 * The people by country code, in the order of the catalog. Faker has no locale for Colombia, Chile and Peru: their
 * names come from es_MX.
 */
export const peopleByCountry: Readonly<Record<string, MarketPeople>> = {
	CO: {
		locales: ['es_MX', 'es'],
		phone: '+573[0-9]{9}',
		places: [
			{ city: 'Bogotá', state: 'Bogotá D.C.', zipCodes: ['110111', '110221', '110231', '111321'] },
			{ city: 'Medellín', state: 'Antioquia', zipCodes: ['050001', '050010', '050021', '050034'] },
			{ city: 'Cali', state: 'Valle del Cauca', zipCodes: ['760001', '760020', '760042'] },
			{ city: 'Barranquilla', state: 'Atlántico', zipCodes: ['080001', '080002', '080020'] },
			{ city: 'Cartagena', state: 'Bolívar', zipCodes: ['130001', '130010'] },
			{ city: 'Bucaramanga', state: 'Santander', zipCodes: ['680001', '680006'] },
			{ city: 'Pereira', state: 'Risaralda', zipCodes: ['660001', '660003'] },
			{ city: 'Manizales', state: 'Caldas', zipCodes: ['170001', '170004'] },
			{ city: 'Cúcuta', state: 'Norte de Santander', zipCodes: ['540001', '540006'] },
			{ city: 'Ibagué', state: 'Tolima', zipCodes: ['730001', '730006'] },
		],
		street: generateColombianStreet,
	},
	MX: {
		locales: ['es_MX', 'es'],
		phone: '+52[1-9][0-9]{9}',
		places: [
			{
				city: 'Ciudad de México',
				state: 'Ciudad de México',
				zipCodes: ['01000', '03100', '06700', '11560'],
			},
			{ city: 'Guadalajara', state: 'Jalisco', zipCodes: ['44100', '44160', '44600'] },
			{ city: 'Monterrey', state: 'Nuevo León', zipCodes: ['64000', '64060', '64700'] },
			{ city: 'Puebla', state: 'Puebla', zipCodes: ['72000', '72160'] },
			{ city: 'Querétaro', state: 'Querétaro', zipCodes: ['76000', '76090'] },
			{ city: 'Mérida', state: 'Yucatán', zipCodes: ['97000', '97100'] },
			{ city: 'León', state: 'Guanajuato', zipCodes: ['37000', '37150'] },
			{ city: 'Tijuana', state: 'Baja California', zipCodes: ['22000', '22010'] },
			{ city: 'Toluca', state: 'Estado de México', zipCodes: ['50000', '50120'] },
			{ city: 'Xalapa', state: 'Veracruz', zipCodes: ['91000', '91190'] },
		],
		street: generateMexicanStreet,
	},
	BR: {
		locales: ['pt_BR'],
		phone: '+55[1-9][1-9]9[0-9]{8}',
		places: [
			{ city: 'São Paulo', state: 'SP', zipCodes: ['01310-100', '04543-011', '05422-030'] },
			{ city: 'Rio de Janeiro', state: 'RJ', zipCodes: ['20040-002', '22071-900'] },
			{ city: 'Belo Horizonte', state: 'MG', zipCodes: ['30130-010', '30140-071'] },
			{ city: 'Salvador', state: 'BA', zipCodes: ['40010-000', '40140-110'] },
			{ city: 'Curitiba', state: 'PR', zipCodes: ['80010-010', '80420-090'] },
			{ city: 'Porto Alegre', state: 'RS', zipCodes: ['90010-150', '90570-040'] },
			{ city: 'Recife', state: 'PE', zipCodes: ['50030-230', '51020-000'] },
			{ city: 'Fortaleza', state: 'CE', zipCodes: ['60060-120', '60165-121'] },
		],
		street: generateBrazilianStreet,
	},
	CL: {
		locales: ['es_MX', 'es'],
		phone: '+569[2-9][0-9]{7}',
		places: [
			{ city: 'Santiago', state: 'Región Metropolitana', zipCodes: ['8320000', '8330015'] },
			{ city: 'Valparaíso', state: 'Valparaíso', zipCodes: ['2340000', '2361827'] },
			{ city: 'Concepción', state: 'Biobío', zipCodes: ['4030000', '4070040'] },
			{ city: 'La Serena', state: 'Coquimbo', zipCodes: ['1700000'] },
			{ city: 'Antofagasta', state: 'Antofagasta', zipCodes: ['1240000'] },
			{ city: 'Temuco', state: 'La Araucanía', zipCodes: ['4780000'] },
			{ city: 'Puerto Montt', state: 'Los Lagos', zipCodes: ['5480000'] },
			{ city: 'Punta Arenas', state: 'Magallanes', zipCodes: ['6200000'] },
		],
		street: createStreetGenerator(
			['Avenida Providencia', 'Avenida Libertador', 'Calle Huérfanos', 'Los Leones', 'Calle Prat'],
			4500,
		),
	},
	PE: {
		locales: ['es_MX', 'es'],
		phone: '+519[0-9]{8}',
		places: [
			{ city: 'Lima', state: 'Lima', zipCodes: ['15001', '15046', '15074'] },
			{ city: 'Callao', state: 'Callao', zipCodes: ['07001', '07021'] },
			{ city: 'Arequipa', state: 'Arequipa', zipCodes: ['04001', '04013'] },
			{ city: 'Trujillo', state: 'La Libertad', zipCodes: ['13001', '13008'] },
			{ city: 'Chiclayo', state: 'Lambayeque', zipCodes: ['14001'] },
			{ city: 'Cusco', state: 'Cusco', zipCodes: ['08001', '08003'] },
			{ city: 'Piura', state: 'Piura', zipCodes: ['20001'] },
			{ city: 'Iquitos', state: 'Loreto', zipCodes: ['16001'] },
		],
		street: createStreetGenerator(
			['Avenida Arequipa', 'Avenida Larco', 'Jirón de la Unión', 'Calle Bolívar', 'Jirón Grau'],
			3200,
		),
	},
	MY: {
		locales: [],
		names: {
			first: [
				'Ahmad',
				'Aisyah',
				'Farid',
				'Hafiz',
				'Nurul',
				'Siti',
				'Zainab',
				'Mei Ling',
				'Wei Jie',
			],
			last: [
				'Abdullah',
				'Ismail',
				'Rahman',
				'Yusof',
				'Chan',
				'Lim',
				'Tan',
				'Wong',
				'Kumar',
				'Pillai',
			],
		},
		phone: '+601[0-46-9][0-9]{7}',
		places: [
			{ city: 'Kuala Lumpur', state: 'Kuala Lumpur', zipCodes: ['50000', '50450', '55100'] },
			{ city: 'Petaling Jaya', state: 'Selangor', zipCodes: ['46000', '47301'] },
			{ city: 'George Town', state: 'Pulau Pinang', zipCodes: ['10000', '10450'] },
			{ city: 'Johor Bahru', state: 'Johor', zipCodes: ['80000', '80300'] },
			{ city: 'Ipoh', state: 'Perak', zipCodes: ['30000', '31400'] },
			{ city: 'Kuching', state: 'Sarawak', zipCodes: ['93000', '93350'] },
			{ city: 'Kota Kinabalu', state: 'Sabah', zipCodes: ['88000', '88300'] },
		],
		street: createStreetGenerator(
			[
				'Jalan Ampang',
				'Jalan Bukit Bintang',
				'Jalan Sultan Ismail',
				'Lorong Cempaka',
				'Jalan Merdeka',
			],
			320,
		),
	},
	PL: {
		locales: ['pl'],
		phone: '+48[5-7][0-9]{8}',
		places: [
			{ city: 'Warszawa', state: 'mazowieckie', zipCodes: ['00-001', '02-677', '03-840'] },
			{ city: 'Kraków', state: 'małopolskie', zipCodes: ['30-001', '31-042'] },
			{ city: 'Łódź', state: 'łódzkie', zipCodes: ['90-001', '93-590'] },
			{ city: 'Wrocław', state: 'dolnośląskie', zipCodes: ['50-001', '53-333'] },
			{ city: 'Poznań', state: 'wielkopolskie', zipCodes: ['60-001', '61-874'] },
			{ city: 'Gdańsk', state: 'pomorskie', zipCodes: ['80-001', '80-398'] },
			{ city: 'Lublin', state: 'lubelskie', zipCodes: ['20-001', '20-601'] },
		],
		street: createStreetGenerator(
			['ul. Polna', 'ul. Leśna', 'ul. Słoneczna', 'ul. Mickiewicza', 'al. Jana Pawła II'],
			180,
		),
	},
	IN: {
		locales: ['en_IN'],
		phone: '+91[6-9][0-9]{9}',
		places: [
			{ city: 'Mumbai', state: 'Maharashtra', zipCodes: ['400001', '400050', '400076'] },
			{ city: 'New Delhi', state: 'Delhi', zipCodes: ['110001', '110016'] },
			{ city: 'Bengaluru', state: 'Karnataka', zipCodes: ['560001', '560034'] },
			{ city: 'Chennai', state: 'Tamil Nadu', zipCodes: ['600001', '600017'] },
			{ city: 'Kolkata', state: 'West Bengal', zipCodes: ['700001', '700019'] },
			{ city: 'Hyderabad', state: 'Telangana', zipCodes: ['500001', '500034'] },
			{ city: 'Ahmedabad', state: 'Gujarat', zipCodes: ['380001', '380015'] },
			{ city: 'Jaipur', state: 'Rajasthan', zipCodes: ['302001', '302017'] },
		],
		street: createStreetGenerator(
			['MG Road', 'Station Road', 'Park Street', 'Gandhi Nagar', 'Temple Road'],
			480,
		),
	},
	AT: {
		locales: ['de_AT', 'de'],
		phone: '+4366[04][0-9]{7}',
		places: [
			{ city: 'Wien', state: 'Wien', zipCodes: ['1010', '1070', '1190'] },
			{ city: 'Graz', state: 'Steiermark', zipCodes: ['8010', '8020'] },
			{ city: 'Linz', state: 'Oberösterreich', zipCodes: ['4020', '4040'] },
			{ city: 'Salzburg', state: 'Salzburg', zipCodes: ['5020', '5023'] },
			{ city: 'Innsbruck', state: 'Tirol', zipCodes: ['6020'] },
			{ city: 'Klagenfurt', state: 'Kärnten', zipCodes: ['9020'] },
			{ city: 'Bregenz', state: 'Vorarlberg', zipCodes: ['6900'] },
		],
		street: createStreetGenerator(
			['Hauptstraße', 'Bahnhofstraße', 'Mozartgasse', 'Lindengasse', 'Schubertstraße'],
			120,
		),
	},
	NL: {
		locales: ['nl'],
		phone: '+316[1-5][0-9]{7}',
		places: [
			{ city: 'Amsterdam', state: 'Noord-Holland', zipCodes: ['1012 AB', '1054 RH', '1091 GC'] },
			{ city: 'Rotterdam', state: 'Zuid-Holland', zipCodes: ['3011 AD', '3061 SN'] },
			{ city: 'Utrecht', state: 'Utrecht', zipCodes: ['3511 LX', '3581 CP'] },
			{ city: 'Eindhoven', state: 'Noord-Brabant', zipCodes: ['5611 EM', '5653 LA'] },
			{ city: 'Groningen', state: 'Groningen', zipCodes: ['9711 LM', '9726 AC'] },
			{ city: 'Arnhem', state: 'Gelderland', zipCodes: ['6811 DG'] },
			{ city: 'Maastricht', state: 'Limburg', zipCodes: ['6211 CK'] },
		],
		street: createStreetGenerator(
			['Dorpsstraat', 'Kerkstraat', 'Molenweg', 'Beatrixlaan', 'Stationsweg', 'Havenkade'],
			240,
		),
	},
	TH: {
		locales: ['th'],
		phone: '+66[689][0-9]{8}',
		places: [
			{ city: 'กรุงเทพมหานคร', state: 'กรุงเทพมหานคร', zipCodes: ['10110', '10330', '10500'] },
			{ city: 'เชียงใหม่', state: 'เชียงใหม่', zipCodes: ['50000', '50200'] },
			{ city: 'ภูเก็ต', state: 'ภูเก็ต', zipCodes: ['83000'] },
			{ city: 'ขอนแก่น', state: 'ขอนแก่น', zipCodes: ['40000'] },
			{ city: 'พัทยา', state: 'ชลบุรี', zipCodes: ['20150'] },
			{ city: 'หาดใหญ่', state: 'สงขลา', zipCodes: ['90110'] },
		],
		street: createStreetGenerator(
			['ถนนสุขุมวิท', 'ถนนสีลม', 'ถนนพระราม 4', 'ถนนเพชรบุรี', 'ถนนราชดำเนิน'],
			990,
		),
	},
	ID: {
		locales: ['id_ID'],
		phone: '+628[1-9][0-9]{8,9}',
		places: [
			{ city: 'Jakarta Pusat', state: 'DKI Jakarta', zipCodes: ['10110', '10310'] },
			{ city: 'Surabaya', state: 'Jawa Timur', zipCodes: ['60111', '60271'] },
			{ city: 'Bandung', state: 'Jawa Barat', zipCodes: ['40111', '40132'] },
			{ city: 'Medan', state: 'Sumatera Utara', zipCodes: ['20111', '20152'] },
			{ city: 'Semarang', state: 'Jawa Tengah', zipCodes: ['50131', '50241'] },
			{ city: 'Makassar', state: 'Sulawesi Selatan', zipCodes: ['90111'] },
			{ city: 'Denpasar', state: 'Bali', zipCodes: ['80111', '80232'] },
		],
		street: createStreetGenerator(
			['Jalan Sudirman', 'Jalan Thamrin', 'Jalan Merdeka', 'Jalan Diponegoro', 'Jalan Melati'],
			220,
		),
	},
	ZA: {
		locales: ['en_ZA'],
		phone: '+27[678][0-9]{8}',
		places: [
			{ city: 'Johannesburg', state: 'Gauteng', zipCodes: ['2001', '2092', '2196'] },
			{ city: 'Pretoria', state: 'Gauteng', zipCodes: ['0002', '0083'] },
			{ city: 'Cape Town', state: 'Western Cape', zipCodes: ['8001', '7700'] },
			{ city: 'Durban', state: 'KwaZulu-Natal', zipCodes: ['4001', '4051'] },
			{ city: 'Gqeberha', state: 'Eastern Cape', zipCodes: ['6001'] },
			{ city: 'Bloemfontein', state: 'Free State', zipCodes: ['9301'] },
		],
		street: createStreetGenerator(
			['Main Road', 'Church Street', 'Long Street', 'Jan Smuts Avenue', 'Oxford Road'],
			350,
		),
	},
	TR: {
		locales: ['tr'],
		phone: '+905[345][0-9]{8}',
		places: [
			{ city: 'Kadıköy', state: 'İstanbul', zipCodes: ['34710', '34724'] },
			{ city: 'Beşiktaş', state: 'İstanbul', zipCodes: ['34330', '34353'] },
			{ city: 'Çankaya', state: 'Ankara', zipCodes: ['06420', '06690'] },
			{ city: 'Konak', state: 'İzmir', zipCodes: ['35210', '35250'] },
			{ city: 'Muratpaşa', state: 'Antalya', zipCodes: ['07010', '07160'] },
			{ city: 'Osmangazi', state: 'Bursa', zipCodes: ['16010', '16040'] },
		],
		street: createStreetGenerator(
			['Atatürk Caddesi', 'Cumhuriyet Caddesi', 'İstiklal Caddesi', 'Gül Sokak', 'Çınar Sokak'],
			160,
		),
	},
	JP: {
		locales: ['ja'],
		familyNameFirst: true,
		phone: '+81[789]0[1-9][0-9]{7}',
		places: [
			{ city: '千代田区', state: '東京都', zipCodes: ['100-0001', '101-0021'] },
			{ city: '渋谷区', state: '東京都', zipCodes: ['150-0001', '150-0042'] },
			{ city: '大阪市', state: '大阪府', zipCodes: ['530-0001', '542-0076'] },
			{ city: '名古屋市', state: '愛知県', zipCodes: ['450-0002', '460-0008'] },
			{ city: '札幌市', state: '北海道', zipCodes: ['060-0001', '060-0042'] },
			{ city: '福岡市', state: '福岡県', zipCodes: ['810-0001', '812-0011'] },
			{ city: '仙台市', state: '宮城県', zipCodes: ['980-0011', '980-0021'] },
		],
		street: generateJapaneseStreet,
	},
	NG: {
		locales: ['en_NG'],
		phone: '+234[789][01][0-9]{8}',
		places: [
			{ city: 'Ikeja', state: 'Lagos', zipCodes: ['100271', '101233'] },
			{ city: 'Lagos Island', state: 'Lagos', zipCodes: ['101001', '102273'] },
			{ city: 'Abuja', state: 'Federal Capital Territory', zipCodes: ['900001', '900271'] },
			{ city: 'Ibadan', state: 'Oyo', zipCodes: ['200001', '200284'] },
			{ city: 'Port Harcourt', state: 'Rivers', zipCodes: ['500001', '500272'] },
			{ city: 'Kano', state: 'Kano', zipCodes: ['700001', '700282'] },
		],
		street: createStreetGenerator(
			['Allen Avenue', 'Awolowo Road', 'Broad Street', 'Marina Road', 'Unity Close'],
			180,
		),
	},
	VN: {
		locales: ['vi'],
		familyNameFirst: true,
		phone: '+84[35789][0-9]{8}',
		places: [
			{ city: 'Hoàn Kiếm', state: 'Hà Nội', zipCodes: ['11000', '11010'] },
			{ city: 'Quận 1', state: 'Hồ Chí Minh', zipCodes: ['71000', '71009'] },
			{ city: 'Hải Châu', state: 'Đà Nẵng', zipCodes: ['50200'] },
			{ city: 'Ninh Kiều', state: 'Cần Thơ', zipCodes: ['94100'] },
			{ city: 'Hồng Bàng', state: 'Hải Phòng', zipCodes: ['04100'] },
			{ city: 'Nha Trang', state: 'Khánh Hòa', zipCodes: ['57100'] },
		],
		street: createStreetGenerator(
			['Đường Lê Lợi', 'Đường Nguyễn Huệ', 'Đường Trần Hưng Đạo', 'Phố Huế', 'Đường Hai Bà Trưng'],
			400,
		),
	},
	CA: {
		locales: ['en_CA', 'fr_CA'],
		/**
		 * The numbers 555-0100 to 555-0199 are reserved for fiction. The area codes are those of Manitoba and British
		 * Columbia.
		 */
		phone: '+1[26]0455501[0-9]{2}',
		places: [
			{ city: 'Toronto', state: 'Ontario', zipCodes: ['M5H 2N2', 'M4W 1A8'] },
			{ city: 'Ottawa', state: 'Ontario', zipCodes: ['K1P 5M7', 'K2P 1L4'] },
			{ city: 'Montréal', state: 'Québec', zipCodes: ['H2X 1Y4', 'H3B 2Y5'] },
			{ city: 'Vancouver', state: 'British Columbia', zipCodes: ['V6B 1A1', 'V5K 0A1'] },
			{ city: 'Calgary', state: 'Alberta', zipCodes: ['T2P 2M5', 'T3A 1X1'] },
			{ city: 'Winnipeg', state: 'Manitoba', zipCodes: ['R3C 4T3', 'R2H 0G1'] },
			{ city: 'Halifax', state: 'Nova Scotia', zipCodes: ['B3J 1S9'] },
		],
		street: createStreetGenerator(
			['King Street', 'Queen Street', 'Maple Avenue', 'Main Street', 'Elm Crescent'],
			2400,
		),
	},
	KW: {
		locales: ['ar'],
		phone: '+965[569][0-9]{7}',
		places: [
			{ city: 'مدينة الكويت', state: 'العاصمة', zipCodes: ['13001', '15000'] },
			{ city: 'السالمية', state: 'حولي', zipCodes: ['20001', '22010'] },
			{ city: 'الفروانية', state: 'الفروانية', zipCodes: ['80000', '81001'] },
			{ city: 'الأحمدي', state: 'الأحمدي', zipCodes: ['60000', '61001'] },
		],
		street: createStreetGenerator(
			['شارع الخليج العربي', 'شارع فهد السالم', 'شارع سالم المبارك', 'شارع بيروت'],
			120,
		),
	},
	BH: {
		locales: ['ar'],
		phone: '+973[36][0-9]{7}',
		places: [
			{ city: 'المنامة', state: 'العاصمة', zipCodes: ['304', '317', '346'] },
			{ city: 'المحرق', state: 'المحرق', zipCodes: ['203', '215'] },
			{ city: 'الرفاع', state: 'الجنوبية', zipCodes: ['901', '923'] },
			{ city: 'مدينة حمد', state: 'الشمالية', zipCodes: ['1203', '1216'] },
		],
		street: createStreetGenerator(
			['شارع الملك فيصل', 'شارع الحكومة', 'شارع المعارض', 'شارع البديع'],
			900,
		),
	},
	TN: {
		locales: ['ar'],
		phone: '+216[2459][0-9]{7}',
		places: [
			{ city: 'تونس', state: 'تونس', zipCodes: ['1000', '1002', '1053'] },
			{ city: 'صفاقس', state: 'صفاقس', zipCodes: ['3000', '3021'] },
			{ city: 'سوسة', state: 'سوسة', zipCodes: ['4000', '4051'] },
			{ city: 'بنزرت', state: 'بنزرت', zipCodes: ['7000'] },
		],
		street: createStreetGenerator(
			['شارع الحبيب بورقيبة', 'شارع الحرية', 'نهج مرسيليا', 'شارع محمد الخامس'],
			210,
		),
	},
};
